import { parse } from "parse5";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/catalog/entry.ts";
import { datasetSchema } from "../../src/catalog/record.ts";
import { recordOf } from "../../src/catalog/record-of.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import { createWebApp } from "../../src/web/web-app.tsx";
import {
  COMMIT,
  DCP_SLUG,
  dcpEntry,
  dcpMatch,
  diagnosisOf,
  reportedError,
  TAGS,
} from "../reply/diagnoses.ts";

const PLACE = dcpMatch().place!;
const EXCERPT = { text: "if a < b:\n    raise RuntimeError()", start: 335, end: 336 };

const HOSTILE = `</pre></textarea><script>alert(1)</script><img src=x onerror=alert(1)>"'&lt;`;

const EVIL = dcpEntry({
  id: "00000000000000ff",
  slug: "evil",
  class: "ValueError",
  message: `${HOSTILE} {x}`,
  documentation: HOSTILE.repeat(2),
  triggers: HOSTILE,
  situations: [HOSTILE],
  solutions: [HOSTILE, HOSTILE],
  prevention: [HOSTILE],
  captures: { [HOSTILE]: HOSTILE },
  related: [HOSTILE],
  tags: [HOSTILE],
  exampleFix: HOSTILE,
  validationCode: HOSTILE,
  typeGuard: HOSTILE,
  tryCatchPattern: HOSTILE,
  references: ["javascript:alert(1)", "https://example.org/<script>"],
});

const ENTRIES: Entry[] = [
  dcpEntry({ exampleFix: "fixed = True", validationCode: "assert a", tryCatchPattern: "try: a" }),
  dcpEntry({
    id: "1cf1ea870b01f5b5",
    slug: "unsupported-pd-dcp-topology",
    message: "Unsupported PD DCP topology: {a} -> {b}",
  }),
  EVIL,
];

const OTHER_TAG = { color: "cccccc", definition: "None of the other tags fits.", over: [] };
const catalog = {
  entries: new Map(ENTRIES.map((entry) => [entry.slug, entry])),
  tags: new Map([...TAGS, ["other", OTHER_TAG]]),
};

function diagnose(text: string): Diagnosis {
  const known = text.includes("geometry");
  const lines = text.split("\n");
  const lineNumber = lines.findIndex((line) => line.includes("Error")) + 1;
  const error = reportedError({ line: lines[lineNumber - 1] ?? "", message: text, lineNumber });
  const match = dcpMatch({ error });
  const silent = { decision: "silent", reason: "no match", primary: null } as const;
  return diagnosisOf(match, {
    ...(known ? {} : silent),
    errors: lineNumber === 0 ? [] : [{ error, match: known ? match : null }],
  });
}

const app = createWebApp({
  catalog,
  recordFor: (name) => {
    const entry = ENTRIES.find(({ slug, id }) => slug === name || id === name);
    return entry === undefined ? null : recordOf(entry, PLACE, EXCERPT);
  },
  diagnose,
});

const get = (path: string, init?: RequestInit) => app.request(path, init);
const html = async (path: string) => (await get(path)).text();
const post = (text: string) =>
  app.request("/diagnose", { method: "POST", body: new URLSearchParams({ text }) });

describe("/errors", () => {
  test("lists by background tag, with counts", async () => {
    const page = await html("/errors");
    expect(page).toContain("kv-layout-mismatch (3)");
    expect(page).toContain(`href="/errors/${DCP_SLUG}"`);
    expect(page).toContain("RuntimeError: PD DCP source/destination KV geometry differs: src=…, dst=…");
  });

  test.each([
    ["topology", ["unsupported-pd-dcp-topology"]],
    ["GEOMETRY  differs", [DCP_SLUG]],
    ["ValueError", ["evil"]],
    ["1cf1ea870b01f5b5", ["unsupported-pd-dcp-topology"]],
    ["speculative-decoding dcp", [DCP_SLUG, "unsupported-pd-dcp-topology"]],
    ["", [DCP_SLUG, "unsupported-pd-dcp-topology", "evil"]],
  ])("?q=%s", async (query, slugs) => {
    const answer = await get(`/api/errors?q=${encodeURIComponent(query)}`);
    const { count, errors } = (await answer.json()) as { count: number; errors: { slug: string }[] };
    expect(errors.map(({ slug }) => slug)).toEqual(slugs);
    expect(count).toBe(slugs.length);
  });

  test("helps when nothing fits", async () => {
    const page = await html("/errors?q=geometry+differs+src=[1152]");
    expect(page).toContain("0 known errors for");
    expect(page).toContain("/diagnose");
    expect(page).toContain(`href="/errors/${DCP_SLUG}"`);
  });

  test("bounds the query and shows it as text", async () => {
    const page = await html(`/errors?q=${encodeURIComponent(HOSTILE + "x".repeat(9_000))}`);
    expect(page).not.toContain("<script>");
    expect(page).not.toContain("x".repeat(300));
  });
});

describe("/errors/<slug>", () => {
  test("has every section of a seed page", async () => {
    const page = await html(`/errors/${DCP_SLUG}`);
    const text = textOf(page);
    const sections = [...page.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
    expect(sections).toEqual([
      "Error message",
      "What it means",
      "Source",
      "Solutions",
      "Example fix",
      "Validation code",
      "Try/catch pattern",
      "When it happens",
      "Prevention",
      "Related errors",
      "References",
      "Tags",
    ]);
    for (const part of [
      "sgl-project/sglang · critical · RuntimeError",
      "src={src_token_lens}, dst={dst_token_lens}",
      "Decode runs with decode context parallelism",
      "Thrown at python/sglang/srt/disaggregation/common/conn.py:336",
      "if a < b:\n    raise RuntimeError()",
      "View on GitHub (pinned to d315eb7250)",
      "Trigger",
      "Common situations",
      "Launch both sides from one file of common flags.",
      "Unsupported PD DCP topology: … -> …",
      "pull request 32837 of sgl-project/sglang",
      "Analysis of sgl-project/sglang@d315eb7250 (2026-11-30)",
      "Data as JSON: /api/errors/e5d14d89baab6914",
    ]) {
      expect(text).toContain(part);
    }
    expect(page).toContain(`blob/${COMMIT}/python/sglang/srt/disaggregation/common/conn.py#L335-L336`);
  });

  test("is reached by the id too", async () => {
    const answer = await get("/errors/e5d14d89baab6914");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`/errors/${DCP_SLUG}`);
  });

  test("shows a hostile entry as text", async () => {
    const page = await html("/errors/evil");
    expect(elementsOf(page).filter((name) => ["script", "img", "textarea"].includes(name))).toEqual([]);
    expect(page).not.toContain("javascript:");
    expect(textOf(page)).toContain(HOSTILE);
  });

  test("says what is near to one that does not exist", async () => {
    const answer = await get("/errors/pd-dcp-geometry-differs");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`href="/errors/${DCP_SLUG}"`);
  });

  test.each([`/errors/${encodeURIComponent(HOSTILE)}`, `/errors/${"x".repeat(5_000)}`, "/errors/%ff%fe"])(
    "404 for a strange name",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(elementsOf(await answer.text())).not.toContain("script");
    },
  );
});

describe("/api/errors/<id>", () => {
  test.each(["e5d14d89baab6914", DCP_SLUG, "evil"])("%s is a document in the seeds' shape", async (id) => {
    const answer = await get(`/api/errors/${id}`);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const body = await answer.json();
    expect(datasetSchema.safeParse(body).error).toBeUndefined();
    expect(Object.keys(body as object)).toEqual(["record", "datasetVersion"]);
    expect(body).toMatchObject({ datasetVersion: "2026-11-30T00:00:00.000Z" });
  });

  test("404 with near matches", async () => {
    const answer = await get("/api/errors/unsupported-dcp-topology");
    expect(answer.status).toBe(404);
    const { near } = (await answer.json()) as { near: { slug: string }[] };
    expect(near[0]?.slug).toBe("unsupported-pd-dcp-topology");
  });
});

describe("/diagnose", () => {
  test("shows the reply to a known error, and the errors found", async () => {
    const answer = await post("before\r\nRuntimeError: geometry differs");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect(page).toContain("<h2>The answer</h2>");
    expect(page).toContain("<strong>Cause:</strong>");
    expect(page).toContain("<details>");
    expect(textOf(page)).toContain("Line 2: RuntimeError: geometry differs");
  });

  test("says what to do about an unknown one", async () => {
    expect(textOf(await (await post("ValueError: what")).text())).toContain("none that is known well enough");
    expect(textOf(await (await post("it hangs")).text())).toContain("No error was found in this text.");
  });

  test("shows hostile text as text, also inside the reply", async () => {
    const page = await (
      await post(`RuntimeError: geometry ${HOSTILE} @octocat ![x](https://e.example/x.png)`)
    ).text();
    expect(elementsOf(page).filter((name) => ["script", "img", "style", "iframe"].includes(name))).toEqual(
      [],
    );
    expect(elementsOf(page).filter((name) => name === "textarea")).toHaveLength(1);
    expect(textOf(page)).toContain(HOSTILE);
  });

  test.each([
    ["nothing", new URLSearchParams({ text: " \n" }), 400],
    ["another field", new URLSearchParams({ x: "y" }), 400],
    ["no form", "plain", 400],
    ["too much text", new URLSearchParams({ text: "x".repeat(262_145) }), 413],
    ["a body beyond all bounds", new URLSearchParams({ text: "x".repeat(3_000_000) }), 413],
  ])("refuses %s with a sentence", async (_name, body, status) => {
    const answer = await app.request("/diagnose", { method: "POST", body });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('role="alert"');
  });

  test("takes as much as a long log has", async () => {
    expect((await post("你".repeat(262_144))).status).toBe(200);
  });

  test("does not exist without something that diagnoses", async () => {
    const bare = createWebApp({ catalog, recordFor: () => null });
    expect((await bare.request("/diagnose")).status).toBe(404);
  });
});

describe("headers", () => {
  test.each(["/errors", `/errors/${DCP_SLUG}`, "/errors/none", "/api/errors", "/diagnose", "/web.css"])(
    "%s has a strict policy and no script",
    async (path) => {
      const answer = await get(path);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      // JSON is never sniffed as a page, so it needs no escaping.
      const isPage = answer.headers.get("content-type")?.startsWith("text/html");
      const nodes = isPage ? nodesOf(await answer.text()) : [];
      expect(nodes.filter(({ nodeName }) => nodeName === "script")).toEqual([]);
      const attributes = nodes.flatMap(({ attrs = [] }) => attrs.map(({ name }) => name));
      expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    },
  );

  test.each(["/errors", `/errors/${DCP_SLUG}`, "/api/errors/e5d14d89baab6914", "/web.css"])(
    "%s is cached and asked again by its tag",
    async (path) => {
      const first = await get(path);
      expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
      const tag = first.headers.get("etag")!;
      const again = await get(path, { headers: { "If-None-Match": tag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    },
  );

  test.each(["/errors", "/api/errors/e5d14d89baab6914", "/diagnose"])("HEAD %s", async (path) => {
    const answer = await get(path, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  test("paths of others are left alone", async () => {
    expect((await get("/elsewhere")).headers.get("content-security-policy")).toBeNull();
  });
});

describe("for everyone", () => {
  test.each(["/errors", "/errors?q=nothing-at-all", `/errors/${DCP_SLUG}`, "/errors/none", "/diagnose"])(
    "%s: language, title, one h1, headings in order, labelled fields",
    async (path) => {
      const page = await html(path);
      expect(page).toMatch(/^<!DOCTYPE html><html lang="en">/);
      expect(page).toMatch(/<title>[^<]+<\/title>/);
      const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      expect(levels[0]).toBe(1);
      const steps = levels.map((level, index) => level - (levels[index - 1] ?? 0));
      expect(Math.max(...steps)).toBe(1);
      for (const [, id] of page.matchAll(/<(?:input|textarea)[^>]* ?id="(\w+)"/g)) {
        expect(page).toContain(`<label for="${id}">`);
      }
    },
  );
});

type HtmlNode = { nodeName: string; value?: string; attrs?: { name: string }[]; childNodes?: HtmlNode[] };

function nodesOf(page: string): HtmlNode[] {
  const all: HtmlNode[] = [];
  const walk = (node: HtmlNode): void => {
    all.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(page) as unknown as HtmlNode);
  return all;
}

function elementsOf(page: string): string[] {
  return nodesOf(page).map(({ nodeName }) => nodeName);
}

function textOf(page: string): string {
  return nodesOf(page)
    .map(({ value }) => value ?? "")
    .join("");
}
