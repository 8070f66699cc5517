/** Sends webhooks as GitHub does: many connections, each kept, a new GUID for each delivery. */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Webhook } from "./webhooks.ts";

export interface Sent {
  /** Answered 2xx. */
  accepted: number;
  /** Answered otherwise, or not at all. */
  refused: number;
  /** Milliseconds of each, in order of size; at a rate, from the moment it was due. */
  latencies: number[];
  seconds: number;
}

const CONNECTIONS = 64;

/**
 * Sends at a rate, however slow the answers are: a server that stalls makes all wait that came meanwhile.
 * @param url of the webhook route
 */
export async function sendAtRate(
  url: string,
  next: () => Webhook,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Sent> {
  const post = poster(url);
  const total = Math.round(perSecond * seconds);
  const start = performance.now();
  const answers: Promise<void>[] = [];
  while (answers.length < total) {
    const due = Math.min(total, ((performance.now() - start) / 1000) * perSecond);
    while (answers.length < due) answers.push(post.send(next(), start + (answers.length / perSecond) * 1000));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  return post.sent(start);
}

/** Each connection sends its next webhook when the last is answered. */
export async function sendAsFastAsAnswered(
  url: string,
  next: () => Webhook,
  { count, connections = CONNECTIONS }: { count: number; connections?: number },
): Promise<Sent> {
  const post = poster(url, connections);
  const start = performance.now();
  let left = count;
  const send = async (): Promise<void> => {
    while (left-- > 0) await post.send(next(), performance.now());
  };
  await Promise.all(Array.from({ length: connections }, send));
  return post.sent(start);
}

/** The latency that this share of the webhooks stays below. */
export function percentile({ latencies }: Sent, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}

function poster(url: string, connections = CONNECTIONS) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let accepted = 0;
  const send = ({ event, body, signature }: Webhook, due: number): Promise<void> =>
    new Promise((resolve) => {
      const settle = (status: number): void => {
        latencies.push(performance.now() - due);
        if (status >= 200 && status < 300) accepted += 1;
        resolve();
      };
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-github-event": event,
        "x-github-delivery": randomUUID(),
        "x-hub-signature-256": signature,
      };
      request(url, { method: "POST", agent, headers }, (response) => {
        response.resume();
        response.on("end", () => settle(response.statusCode ?? 0));
      })
        .on("error", () => settle(0))
        .end(body);
    });
  const sent = (start: number): Sent => {
    agent.destroy();
    latencies.sort((a, b) => a - b);
    const seconds = (performance.now() - start) / 1000;
    return { accepted, refused: latencies.length - accepted, latencies, seconds };
  };
  return { send, sent };
}
