import type { Request } from "./request.ts";

const defaultPerPage = 30;
const mostPerPage = 100;

/** `per_page`: 1..100, 30 by default; GitHub corrects silly values instead of refusing them. */
function perPage(c: Request): number {
  const wanted = Number.parseInt(c.req.query("per_page") ?? "", 10);
  if (!Number.isFinite(wanted) || wanted < 1) return defaultPerPage;
  return Math.min(wanted, mostPerPage);
}

/** The page that was asked for; sets the `Link` header with first, prev, next and last. */
export function paginate<T>(c: Request, origin: string, all: readonly T[]): T[] {
  const size = perPage(c);
  const page = Math.max(1, Number.parseInt(c.req.query("page") ?? "1", 10) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const links: string[] = [];
  const link = (rel: string, target: number) => links.push(`<${pageUrl(c, origin, target)}>; rel="${rel}"`);
  if (page > 1) link("prev", Math.min(page - 1, last));
  if (page < last) {
    link("next", page + 1);
    link("last", last);
  }
  if (page > 1) link("first", 1);
  if (links.length > 0) c.header("link", links.join(", "));
  return all.slice((page - 1) * size, page * size);
}

function pageUrl(c: Request, origin: string, page: number): string {
  const asked = new URL(c.req.url);
  const query = new URLSearchParams(asked.search);
  query.set("page", String(page));
  return `${origin}${asked.pathname}?${query}`;
}

/**
 * Cursor pages, as the deliveries have them: newest first, `cursor` is the id to start at.
 * Sets `Link` with next only.
 */
export function paginateByCursor<T extends { id: number }>(
  c: Request,
  origin: string,
  all: readonly T[],
): T[] {
  const size = perPage(c);
  const cursor = c.req.query("cursor");
  const digits = cursor?.replace(/^v1_/, "");
  const from = digits ? all.findIndex((it) => it.id <= Number(digits)) : 0;
  if (from < 0) return [];
  const next = all[from + size];
  if (next) {
    const asked = new URL(c.req.url);
    const query = new URLSearchParams(asked.search);
    query.set("cursor", `v1_${next.id}`);
    c.header("link", `<${origin}${asked.pathname}?${query}>; rel="next"`);
  }
  return all.slice(from, from + size);
}
