/**
 * Golden inputs: reports with the expectation written into them. README.md beside this file says how they read.
 * `unmarked` takes the marks off; `marked` puts those on that the pipeline's answer deserves.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { diagnose, type IssueText } from "../../src/diagnose.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import type { Part, ReportedError } from "../../src/extract/report.ts";
import type { Catalog } from "../../src/match/catalog.ts";

const GOLDEN_DIR = fileURLToPath(new URL(".", import.meta.url));

/** Paths of all golden inputs, below this folder, sorted. */
export function goldenFiles(): string[] {
  return readdirSync(GOLDEN_DIR, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /^[^/]+\/[^/]+\.(?:md|txt)$/.test(name))
    .sort();
}

export function goldenPath(file: string): string {
  return join(GOLDEN_DIR, file);
}

export function readGolden(file: string): string {
  return readFileSync(goldenPath(file), "utf8");
}

const TITLE = "title: ";
const RELEASE = "release: ";
/** Above the first part stands its name, too: "--- body". */
const PART = /^--- (body|comment|attachment)$/;
const LINE_MARK = / ?⟦[=-] [^⟧]*⟧/g;
const CAPTURE = /⟦[A-Za-z_]\w*:([^⟧]*)⟧/g;

/** The input as the pipeline gets it: no marks, no expected release. */
export function unmarked(text: string): string {
  const plain = text.replace(LINE_MARK, "").replace(CAPTURE, "$1");
  if (/[⟦⟧]/.test(plain)) throw new Error("a mark that is none of README.md's");
  return plain.replace(/^(title: .*\n)release: .*\n/, "$1");
}

interface Golden {
  issue: IssueText;
  /** Of each part, the file's line (counted from 0) that is its first. */
  firstLines: Map<string, number>;
}

/** Splits an unmarked file into title and parts. @throws Error where it is not laid out as README.md says */
function parse(text: string): Golden {
  const lines = text.split("\n");
  const [head] = lines;
  if (head === undefined || !head.startsWith(TITLE)) throw new Error(`the first line is not "${TITLE}…"`);
  if (!PART.test(lines[1] ?? "")) throw new Error('below the title stands no "--- body"');
  const parts: Part[] = [];
  const firstLines = new Map<string, number>([["title", 0]]);
  let at = 1;
  while (at < lines.length) {
    const kind = PART.exec(lines[at]!)![1] as Part["kind"];
    let end = at + 1;
    while (end < lines.length && !PART.test(lines[end]!)) end += 1;
    const id = kind === "body" ? "body" : `${kind} ${parts.length}`;
    // The last line end of a file belongs to the file.
    const body = lines.slice(at + 1, end === lines.length && lines.at(-1) === "" ? end - 1 : end);
    parts.push({ kind, id, author: "", text: body.join("\n") });
    firstLines.set(id, at + 1);
    at = end;
  }
  return { issue: { title: head.slice(TITLE.length), parts }, firstLines };
}

/** The input with the marks of what the pipeline says of it. */
export function marked(text: string, catalog: Catalog): string {
  const plain = unmarked(text);
  const { issue, firstLines } = parse(plain);
  const diagnosis = diagnose(issue, catalog);
  const lines = plain.split("\n");
  const error = diagnosis.primary?.error ?? diagnosis.errors[0]?.error;
  if (error !== undefined) {
    const first = firstLines.get(error.part)!;
    const at = error.part === "title" ? 0 : first + error.lineNumber - 1;
    markCaptures(lines, at, diagnosis);
    const end = lines[at]!.endsWith("\r") ? "\r" : "";
    lines[at] = `${lines[at]!.slice(0, lines[at]!.length - end.length)} ${lineMark(error, diagnosis)}${end}`;
  }
  const { sglang } = diagnosis.environment;
  if (sglang !== null) lines.splice(1, 0, `${RELEASE}${sglang}`);
  return lines.join("\n");
}

/** "⟦= slug⟧" of a reply, "⟦- reason⟧" of silence; "×4" where the error was met four times. */
function lineMark(error: ReportedError, { decision, primary, reason }: Diagnosis): string {
  const why = reason.replace(/ with confidence [\d.]+ only$/, " with too little confidence");
  const times = error.count > 1 ? ` ×${error.count}` : "";
  return decision === "silent" ? `⟦- ${why}${times}⟧` : `⟦= ${primary?.entry?.slug ?? reason}${times}⟧`;
}

/** A message goes on in the lines below its first one: captures are looked for so far. */
const REACH = 40;

/** Delimits each captured value where the message shows it, in the order of the template. */
function markCaptures(lines: string[], first: number, { primary }: Diagnosis): void {
  if (primary?.entry == null) return;
  let row = first;
  let column = 0;
  for (const [name, value] of Object.entries(primary.captures)) {
    if (value === "") continue;
    const place = find(lines, value, row, column, first + REACH);
    if (place === null) continue;
    const line = lines[place.row]!;
    const mark = `⟦${name}:${value}⟧`;
    lines[place.row] = line.slice(0, place.column) + mark + line.slice(place.column + value.length);
    row = place.row;
    column = place.column + mark.length;
  }
}

function find(lines: string[], value: string, row: number, column: number, last: number) {
  for (let at = row; at < Math.min(lines.length, last); at += 1) {
    const found = lines[at]!.indexOf(value, at === row ? column : 0);
    if (found !== -1) return { row: at, column: found };
  }
  return null;
}

/** Slug of the reply that a golden input expects; null where it expects silence. */
export function expectedSlug(text: string): string | null {
  return /⟦= ([a-z0-9-]+)/.exec(text)?.[1] ?? null;
}
