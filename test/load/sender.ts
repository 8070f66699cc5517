/** Sends webhooks as GitHub does: many connections, each kept, a GUID for each delivery. */
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
  const poster = openPoster(url);
  const total = Math.round(perSecond * seconds);
  const start = performance.now();
  const answers: Promise<Answer>[] = [];
  while (answers.length < total) {
    const due = Math.min(total, ((performance.now() - start) / 1000) * perSecond);
    while (answers.length < due)
      answers.push(poster.send(next(), start + (answers.length / perSecond) * 1000));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const sent = sentOf(await Promise.all(answers), start);
  poster.close();
  return sent;
}

/** Each connection sends its next webhook when the last is answered. */
export async function sendAsFastAsAnswered(
  url: string,
  next: () => Webhook,
  { count, connections = CONNECTIONS }: { count: number; connections?: number },
): Promise<Sent> {
  const poster = openPoster(url, connections);
  const answers: Answer[] = [];
  const start = performance.now();
  let left = count;
  const send = async (): Promise<void> => {
    while (left-- > 0) answers.push(await poster.send(next(), performance.now()));
  };
  await Promise.all(Array.from({ length: connections }, send));
  poster.close();
  return sentOf(answers, start);
}

/** The latency that this share of the webhooks stays below. */
export function percentile({ latencies }: Sent, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
}

/** What became of one webhook. */
export interface Answer {
  accepted: boolean;
  /** From the moment it was due. */
  milliseconds: number;
}

export interface Poster {
  /** @param due when it should have gone, by `performance.now()` */
  send(webhook: Webhook, due: number): Promise<Answer>;
  close(): void;
}

/** @param url of the webhook route */
export function openPoster(url: string, connections = CONNECTIONS): Poster {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: ({ event, body, signature, guid = randomUUID() }, due) =>
      new Promise((resolve) => {
        const settle = (status: number): void =>
          resolve({ accepted: status >= 200 && status < 300, milliseconds: performance.now() - due });
        const headers = {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "x-github-event": event,
          "x-github-delivery": guid,
          "x-hub-signature-256": signature,
        };
        request(url, { method: "POST", agent, headers }, (response) => {
          response.resume();
          response.on("end", () => settle(response.statusCode ?? 0));
        })
          .on("error", () => settle(0))
          .end(body);
      }),
    close: () => agent.destroy(),
  };
}

function sentOf(answers: readonly Answer[], start: number): Sent {
  const latencies = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const accepted = answers.filter((answer) => answer.accepted).length;
  const seconds = (performance.now() - start) / 1000;
  return { accepted, refused: answers.length - accepted, latencies, seconds };
}
