import { Hono } from "hono";
import type { Repository } from "./model.ts";
import type { State } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";

export interface PagesOptions {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly repository: Repository;
}

export function openPages(_: PagesOptions): Hono {
  const pages = new Hono();
  pages.get("/", (c) => c.html(<p>The sandbox's pages are being built.</p>));
  return pages;
}
