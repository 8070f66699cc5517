/** The pages and the JSON API: server-rendered, no script, nothing from elsewhere. */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import type { Entry } from "../catalog/entry.ts";
import type { EntrySet } from "../catalog/load.ts";
import type { CatalogRecord } from "../catalog/record.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { bounded } from "../reply/escape.ts";
import { createReplier } from "../reply/replier.ts";
import { titleOf } from "../reply/title.ts";
import { DiagnosePage, type DiagnosePageProps, MAX_REPORT } from "./diagnose-page.tsx";
import { ErrorListPage } from "./error-list.tsx";
import { ErrorPage } from "./error-page.tsx";
import { STYLE_PATH } from "./layout.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { errorSearch, MAX_QUERY } from "./search.ts";
import { STYLE } from "./style.ts";

export interface WebDeps {
  catalog: EntrySet;
  /** By slug or id; with the source excerpt where the source is at hand. */
  recordFor(slugOrId: string): CatalogRecord | null | Promise<CatalogRecord | null>;
  /** Reads a pasted report; without it /diagnose does not exist. */
  diagnose?(text: string): Diagnosis | Promise<Diagnosis>;
  /** When the data set was made (ISO); default: the day an entry was reviewed last. */
  datasetVersion?: string;
}

/** Form encoding makes nine characters of one outside Latin scripts. */
const MAX_BODY = 9 * MAX_REPORT + 1_024;
const MINUTES = 60;

/** "/errors/*" holds "/errors" too. */
const OWN_PATHS = [STYLE_PATH, "/errors/*", "/api/errors/*", "/diagnose"];

const SECURITY = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

export function createWebApp(deps: WebDeps): Hono {
  const app = new Hono();
  const search = errorSearch(deps.catalog.entries.values());
  const datasetVersion = deps.datasetVersion ?? lastReview(deps.catalog.entries.values());

  // Only for our own paths: this app is mounted beside others, which set their own headers.
  for (const path of OWN_PATHS) {
    app.use(path, async (c, next) => {
      await next();
      for (const [name, value] of Object.entries(SECURITY)) c.res.headers.set(name, value);
    });
    app.use(path, etag());
  }

  app.get(STYLE_PATH, (c) => {
    cache(c, 24 * 60);
    return c.text(STYLE, 200, { "Content-Type": "text/css; charset=utf-8" });
  });

  app.get("/errors", (c) => {
    const query = queryOf(c);
    const entries = search.find(query);
    const near = entries.length === 0 ? search.near(query) : [];
    cache(c, 5);
    return page(c, <ErrorListPage query={query} entries={entries} near={near} tags={deps.catalog.tags} />);
  });

  app.get("/errors/:slug", async (c) => {
    const name = nameOf(c, "slug");
    const record = await deps.recordFor(name);
    if (record === null) return page(c, <NotFoundPage name={name} near={search.near(name)} />, 404);
    // An id leads to the one address of its page.
    if (record.slug !== name) return c.redirect(`/errors/${encodeURIComponent(record.slug)}`, 302);
    const entry = deps.catalog.entries.get(record.slug) ?? null;
    const tag = deps.catalog.tags.get(record.backgroundTag) ?? null;
    cache(c, 5);
    return page(
      c,
      <ErrorPage record={record} entry={entry} tag={tag} related={relatedOf(deps.catalog, entry)} />,
    );
  });

  app.get("/api/errors", (c) => {
    const errors = search.find(queryOf(c)).map(summaryOf);
    cache(c, 5);
    return c.json({ count: errors.length, errors, datasetVersion });
  });

  app.get("/api/errors/:id", async (c) => {
    const name = nameOf(c, "id");
    const record = await deps.recordFor(name);
    if (record === null) {
      return c.json({ error: "no record has this id or slug", near: search.near(name).map(summaryOf) }, 404);
    }
    cache(c, 5);
    return c.json({ record, datasetVersion });
  });

  if (deps.diagnose !== undefined) diagnoseRoutes(app, deps.catalog, deps.diagnose);
  return app;
}

function diagnoseRoutes(app: Hono, catalog: EntrySet, diagnose: NonNullable<WebDeps["diagnose"]>): void {
  const tooLong = (c: Context) =>
    diagnosePage(c, 413, {
      text: "",
      problem: `This is too long: at most ${MAX_REPORT} characters are read. Keep the traceback and what stands before it.`,
    });
  app.get("/diagnose", (c) => diagnosePage(c, 200, { text: "" }));
  app.post("/diagnose", bodyLimit({ maxSize: MAX_BODY, onError: tooLong }), async (c) => {
    const text = await pastedText(c);
    if (text === null || text.trim() === "") {
      return diagnosePage(c, 400, {
        text: "",
        problem: "Nothing was pasted: put the traceback into the field below.",
      });
    }
    if (text.length > MAX_REPORT) return tooLong(c);
    const diagnosis = await diagnose(text);
    const reply = createReplier(catalog, new URL(c.req.url).origin)(diagnosis);
    return diagnosePage(c, 200, { text, result: { diagnosis, reply } });
  });
}

/** The pasted text with "\n" as line end (forms send "\r\n"); null for a body that is no form. */
async function pastedText(c: Context): Promise<string | null> {
  try {
    const { text } = await c.req.parseBody();
    return typeof text === "string" ? text.replace(/\r\n?/g, "\n") : null;
  } catch {
    return null;
  }
}

function diagnosePage(c: Context, status: 200 | 400 | 413, props: DiagnosePageProps) {
  c.header("Cache-Control", "no-store");
  return page(c, <DiagnosePage {...props} />, status);
}

function page(c: Context, content: { toString(): string }, status: 200 | 400 | 404 | 413 = 200) {
  return c.html(`<!DOCTYPE html>${content.toString()}`, status);
}

function cache(c: Context, minutes: number): void {
  c.header("Cache-Control", `public, max-age=${minutes * MINUTES}`);
}

function queryOf(c: Context): string {
  return (c.req.query("q") ?? "").slice(0, MAX_QUERY).trim();
}

function nameOf(c: Context, parameter: string): string {
  return bounded(c.req.param(parameter) ?? "", MAX_QUERY);
}

function summaryOf(entry: Entry) {
  return {
    id: entry.id,
    slug: entry.slug,
    errorClass: entry.class,
    errorMessage: entry.message,
    severity: entry.severity,
    backgroundTag: entry.backgroundTag,
    tags: entry.tags,
    url: `/api/errors/${entry.id}`,
  };
}

function relatedOf({ entries }: EntrySet, entry: Entry | null) {
  return (entry?.related ?? []).map((name) => {
    const known = entries.get(name);
    return known === undefined
      ? { title: name, path: null }
      : { title: titleOf(known.message), path: `/errors/${known.slug}` };
  });
}

/** The version of a catalog: the day an entry was reviewed last. */
export function lastReview(entries: Iterable<Entry>): string {
  const days = [...entries].flatMap(({ reviewed }) => reviewed?.date ?? []).sort();
  return `${days.at(-1) ?? "1970-01-01"}T00:00:00.000Z`;
}
