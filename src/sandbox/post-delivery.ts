import { createHmac } from "node:crypto";
import type { Delivery, DeliveryOutcome } from "./model.ts";
import { isoSeconds, type State, theApp } from "./state.ts";

/** The value of `X-Hub-Signature-256` for a raw body. */
function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`;
}

/** Sends one delivery and tells what came of it; never throws. `stop` breaks it off. */
export async function post(
  state: State,
  delivery: Delivery,
  url: string,
  { secret, timeoutMs = 10_000 }: { secret: string; timeoutMs?: number },
  stop: AbortSignal,
): Promise<DeliveryOutcome> {
  const app = theApp(state);
  const requestHeaders: Record<string, string> = {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/sandbox",
    "x-github-delivery": delivery.guid,
    "x-github-event": delivery.event,
    "x-github-hook-id": String(app.id),
    "x-github-hook-installation-target-id": String(app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature-256": signatureOf(secret, delivery.body),
  };
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 10) / 100;
  // Not AbortSignal.any: under the one long-lived signal it piles up what it made.
  const broken = new AbortController();
  const breakOff = () => broken.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    breakOff();
  }, timeoutMs);
  stop.addEventListener("abort", breakOff);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: requestHeaders,
      body: delivery.body,
      redirect: "manual",
      signal: broken.signal,
    });
    const responseBody = (await answer.text()).slice(0, 10_000);
    return {
      deliveredAt: isoSeconds(state.clock()),
      status: answer.ok ? "OK" : `Invalid HTTP Response: ${answer.status}`,
      statusCode: answer.status,
      duration: seconds(),
      url,
      requestHeaders,
      responseHeaders: Object.fromEntries(answer.headers),
      responseBody,
    };
  } catch {
    const outcome = { ...unreachable(state, url, seconds()), requestHeaders };
    return timedOut ? { ...outcome, status: "timed out", statusCode: 504 } : outcome;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", breakOff);
  }
}

/** The outcome when nobody answers at the address. `duration` in seconds. */
export function unreachable(state: State, url: string, duration: number): DeliveryOutcome {
  return {
    deliveredAt: isoSeconds(state.clock()),
    status: "failed to connect to host",
    statusCode: 502,
    duration,
    url,
    requestHeaders: {},
    responseHeaders: {},
    responseBody: "",
  };
}
