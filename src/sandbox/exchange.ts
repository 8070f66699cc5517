import type { MiddlewareHandler } from "hono";
import type { Env } from "./api/request.ts";

/** A call of the programming interface and its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** Without a prefix and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestBody: string;
  readonly status: number;
  /** Null when the answer has no content type. */
  readonly contentType: string | null;
  readonly responseBody: string;
  /** A fault stood in for the answer, or broke it. */
  readonly spoilt: boolean;
}

/** Tells `listener` of each exchange, before the caller has its answer. It must not throw. */
export function exchangeMiddleware(listener: (exchange: Exchange) => void): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestBody = await c.req.text();
    await next();
    const spoilt = c.get("spoilt") ?? false;
    listener({
      method: c.req.method,
      path: c.req.path,
      query: new URL(c.req.url).searchParams,
      requestBody,
      status: c.res.status,
      contentType: c.res.headers.get("content-type"),
      responseBody: spoilt ? "" : await c.res.clone().text(),
      spoilt,
    });
  };
}
