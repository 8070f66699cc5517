import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./api/request.ts";
import { githubError } from "./errors.ts";
import type { Random } from "./random.ts";

/**
 * What goes wrong. `status`: that status in GitHub's shape; `secondary-limit`: 403 with `retry-after`;
 * `primary-limit`: 403 with no remaining calls; `truncated`: the first half of the answer, whole as HTTP;
 * `cut`: the connection breaks off; `delay`: the right answer, late.
 */
type FaultAnswer =
  | { readonly kind: "status"; readonly status: number; readonly message?: string }
  | { readonly kind: "secondary-limit"; readonly retryAfterSeconds: number }
  | { readonly kind: "primary-limit"; readonly resetInSeconds: number }
  | { readonly kind: "truncated" }
  | { readonly kind: "cut" }
  | { readonly kind: "delay"; readonly ms: number };

export type Fault = {
  /** Any method when missing. `"write"` is every method but GET and HEAD. */
  readonly method?: string;
  /** A path in which `:name` stands for one segment and a last `*` for the rest; `*` alone for all. */
  readonly route: string;
  /** Whether the answer is spoilt before the call took effect, or after. */
  readonly when: "before" | "after";
  readonly answer: FaultAnswer;
} & ({ readonly times: number } | { readonly probability: number });

export interface Faults {
  /** Adds a fault; the first that applies to a call wins. Gives a function that takes it away. */
  add(fault: Fault): () => void;
  clear(): void;
  list(): Fault[];
  /** How many calls were spoilt so far. */
  injected(): number;
}

export function openFaults(
  random: Random,
): Faults & { next(method: string, path: string): Fault | undefined } {
  let entries: { fault: Fault; left: number }[] = [];
  let injected = 0;
  return {
    add: (fault) => {
      const entry = { fault, left: "times" in fault ? fault.times : 0 };
      entries.push(entry);
      return () => {
        entries = entries.filter((it) => it !== entry);
      };
    },
    clear: () => {
      entries = [];
    },
    list: () => entries.map((it) => it.fault),
    injected: () => injected,
    next: (method, path) => {
      for (const entry of entries) {
        const { fault } = entry;
        if (!covers(fault, method, path)) continue;
        if ("times" in fault ? entry.left-- <= 0 : random.next() >= fault.probability) continue;
        injected++;
        return fault;
      }
      return undefined;
    },
  };
}

function covers(fault: Fault, method: string, path: string): boolean {
  const wanted = fault.method?.toUpperCase();
  if (
    wanted === "WRITE" ? method === "GET" || method === "HEAD" : wanted !== undefined && wanted !== method
  ) {
    return false;
  }
  const pattern = fault.route.split("/").filter(Boolean);
  const segments = path.split("/").filter(Boolean);
  for (const [at, part] of pattern.entries()) {
    if (part === "*" && at === pattern.length - 1) return true;
    const segment = segments[at];
    if (segment === undefined || (!part.startsWith(":") && part !== segment)) return false;
  }
  return segments.length === pattern.length;
}

/** Spoils the API's answers as the list of faults says. */
export function faultMiddleware(
  faults: ReturnType<typeof openFaults>,
): MiddlewareHandler<Env & { Bindings: { outgoing?: ServerResponse } }> {
  return async (c, next) => {
    const fault = faults.next(c.req.method, c.req.path);
    if (!fault) return next();
    const { answer, when } = fault;
    if (answer.kind !== "delay") c.set("spoilt", true);
    if (answer.kind === "delay") {
      if (when === "after") await next();
      await new Promise((resolve) => setTimeout(resolve, answer.ms));
      if (when === "before") await next();
      return;
    }
    // A truncated answer needs an answer to truncate.
    if (when === "after" || answer.kind === "truncated") await next();
    if (answer.kind === "cut") {
      c.env?.outgoing?.destroy();
      c.res = RESPONSE_ALREADY_SENT;
      return;
    }
    if (answer.kind === "truncated") {
      const body = await c.res.text();
      c.res = new Response(body.slice(0, Math.floor(body.length / 2)) || null, c.res);
      return;
    }
    c.res = undefined;
    c.res = spoilt(answer);
  };
}

function spoilt(
  answer: Extract<FaultAnswer, { kind: "status" | "secondary-limit" | "primary-limit" }>,
): Response {
  if (answer.kind === "status") {
    return githubError(
      answer.status,
      answer.message ?? words[answer.status] ?? "Sandbox fault",
    ).getResponse();
  }
  if (answer.kind === "secondary-limit") {
    const message =
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    return githubError(403, message, undefined, {
      "retry-after": String(answer.retryAfterSeconds),
    }).getResponse();
  }
  // Clients compare the reset with their own, real clock.
  const reset = Math.ceil(Date.now() / 1000) + answer.resetInSeconds;
  return githubError(403, "API rate limit exceeded for installation.", undefined, {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-used": "5000",
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": "core",
  }).getResponse();
}

const words: Record<number, string> = {
  403: "Forbidden",
  404: "Not Found",
  410: "This issue was deleted",
  422: "Validation Failed",
  500: "Server Error",
  502: "Server Error",
  503: "Service Unavailable",
};
