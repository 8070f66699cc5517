/**
 * The webhook route: body limit, signature, then the app's handlers, then the answer. GitHub reads the
 * status: 2xx only after the commit; 5xx makes the delivery count as failed, so that it can be redelivered.
 */

import type { Webhooks } from "@octokit/webhooks";
import { Hono } from "hono";
import type { Logger } from "pino";
import { StoreError } from "./store/store-error.ts";

export const WEBHOOK_PATH = "/api/github/webhooks";

/** GitHub sends no more than this. */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

const UNSIGNED_PER_LINE = 1_000;

const DELIVERY_ID = /^[\x21-\x7e]{1,200}$/;

/** @param count told of each answer */
export function webhookRoutes(
  webhooks: Webhooks,
  log: Logger,
  count: (event: string, status: number) => void = () => {},
): Hono {
  const routes = new Hono();
  let unsigned = 0;
  routes.use(WEBHOOK_PATH, async (c, next) => {
    await next();
    count(c.req.header("x-github-event") ?? "", c.res.status);
  });
  routes.post(WEBHOOK_PATH, async (c) => {
    // GitHub always says how long the body is, and the parser of HTTP reads no more than that.
    const length = c.req.header("content-length") ?? "";
    if (!/^\d{1,12}$/.test(length)) return c.json({ error: "content-length missing" }, 411);
    if (Number(length) > MAX_BODY_BYTES) return c.json({ error: "body too large" }, 413);
    const id = c.req.header("x-github-delivery") ?? "";
    const name = c.req.header("x-github-event") ?? "";
    const signature = c.req.header("x-hub-signature-256");
    if (!DELIVERY_ID.test(id) || !DELIVERY_ID.test(name))
      return c.json({ error: "delivery or event header missing" }, 400);
    if (signature === undefined) return c.json({ error: "signature missing" }, 401);
    const body = await c.req.text();
    // Not by Probot: its middleware logs the unverified payload, and it makes a client for each event.
    if (!(await isSigned(webhooks, body, signature))) {
      // Anybody can send such a one: the log must not grow with them.
      if (unsigned++ % UNSIGNED_PER_LINE === 0)
        log.warn({ unsigned }, "a webhook's signature does not match: is WEBHOOK_SECRET the app's?");
      return c.json({ error: "signature does not match" }, 401);
    }
    const payload = parseObject(body);
    if (payload === null) return c.json({ error: "the body is not a JSON object" }, 400);
    const problem = await receive(webhooks, { id, name, payload });
    if (problem === null) return c.json({ ok: true });
    log.warn({ delivery: id, event: name, reason: problem.reason }, "webhook not recorded");
    return c.json({ error: problem.reason }, problem.status);
  });
  return routes;
}

async function isSigned(webhooks: Webhooks, body: string, signature: string): Promise<boolean> {
  try {
    return await webhooks.verify(body, signature);
  } catch {
    return false;
  }
}

function parseObject(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type Problem = { status: 400 | 503; reason: string };

async function receive(
  webhooks: Webhooks,
  event: { id: string; name: string; payload: object },
): Promise<Problem | null> {
  try {
    await webhooks.receive(event as Parameters<Webhooks["receive"]>[0]);
    return null;
  } catch (error) {
    // What the handlers throw comes gathered.
    const causes = error instanceof AggregateError ? error.errors : [error];
    // A StoreError has a cause of its own: the driver's error.
    const cause = causes
      .flatMap((it) => [it, (it as { cause?: unknown }).cause])
      .find((it) => it instanceof StoreError);
    if (cause !== undefined && cause.code !== "bad-input") return { status: 503, reason: cause.message };
    return { status: 400, reason: cause?.message ?? "the payload lacks what its event has" };
  }
}
