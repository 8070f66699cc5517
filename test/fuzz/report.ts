/** Reports made from the pieces: one planted error each, in a random shape and place. */
import fc from "fast-check";
import type { Part } from "../../src/extract/report.ts";
import { PREFIXES, type PrefixShape, WRAPPINGS } from "../extract/shapes.ts";
import {
  CHECKLIST,
  CONFUSERS,
  CONSEQUENCES,
  ENVIRONMENT,
  HARMLESS_LOG,
  PROSE,
  REPRODUCTION,
  ROOTS,
  VALUES,
} from "./pieces.ts";
import { type PlantableSite, type Planted, siteError } from "./planted.ts";

export interface FuzzReport {
  title: string;
  parts: Part[];
  planted: Planted;
  /** Id of the part that holds it. */
  part: string;
  /** Line of the part, counted from 1, on which the planted error stands; several where ranks repeat it. */
  lineNumbers: number[];
  /** What was drawn, for a person who reads a failure. */
  drawn: string;
}

/** How the error itself is printed. */
const SHAPES = [
  "bare",
  "traceback",
  "traceback",
  "mid-line",
  "headless",
  "ranks",
  "stamped ranks",
  "wrapped",
  "quoted",
  "ray",
  "group",
  "ipython",
  "logged",
  "behind a bar",
  "client",
  "served",
  "prose",
  "bullet",
  "bold",
  "table",
  "fence on its line",
] as const;

/** What becomes of the whole log. */
const LOGS = [
  "as it is",
  "as it is",
  "as it is",
  "JSON lines",
  "newest first",
  "attached",
  "terminal",
] as const;

interface Draw {
  planted: Planted;
  shape: (typeof SHAPES)[number];
  log: (typeof LOGS)[number];
  width: number;
  prefix: PrefixShape;
  wrapping: (typeof WRAPPINGS)[number];
  root: string;
  logBefore: string[];
  logAfter: string[];
  consequences: string[][];
  proseBefore: string[];
  proseAfter: string[];
  confuser: string[];
  form: { checklist: boolean; reproduction: boolean; environment: boolean };
  length: number;
}

/** Arbitrary reports over these errors. */
export function reports(
  entries: readonly Planted[],
  sites: readonly PlantableSite[],
): fc.Arbitrary<FuzzReport> {
  const ofSite = fc
    .tuple(
      fc.nat({ max: sites.length - 1 }),
      fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 12, max: 4_000 }),
    )
    .map(([at, values, line]) => siteError(sites[at]!, values, line));
  const ofEntry = fc.nat({ max: entries.length - 1 }).map((at) => entries[at]!);
  const log = fc.array(fc.constantFrom(...HARMLESS_LOG), { maxLength: 6 });
  const prose = fc.array(fc.constantFrom(...PROSE), { maxLength: 3 });
  return fc
    .record<Draw>({
      planted: fc.oneof(ofEntry, ofSite),
      shape: fc.constantFrom(...SHAPES),
      log: fc.constantFrom(...LOGS),
      width: fc.constantFrom(80, 100, 120),
      prefix: fc.constantFrom(...PREFIXES),
      wrapping: fc.constantFrom(...WRAPPINGS),
      root: fc.constantFrom(...ROOTS),
      logBefore: log,
      logAfter: log,
      consequences: fc.array(fc.constantFrom(...CONSEQUENCES), { maxLength: 2 }),
      proseBefore: prose,
      proseAfter: prose,
      confuser: fc.constantFrom<string[]>([], [], ...CONFUSERS),
      form: fc.record({ checklist: fc.boolean(), reproduction: fc.boolean(), environment: fc.boolean() }),
      // One in a dozen is as long as GitHub allows.
      length: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 4_000, 16_000, 65_536),
    })
    .map(toReport);
}

/** A line of the report; `planted` marks the ones that the error stands on. */
interface Line {
  text: string;
  planted: boolean;
}

const plain = (texts: readonly string[]): Line[] => texts.map((text) => ({ text, planted: false }));

function toReport(draw: Draw): FuzzReport {
  const alone = proseOnly(draw);
  const core = shaped(draw);
  const log = [
    ...plain(draw.logBefore),
    ...core,
    ...plain(draw.logAfter),
    ...plain(draw.consequences.flat()),
  ];
  const changed = alone ? core : changedLog(draw, log);
  const attached = draw.log === "attached" && !alone;
  const wrapped = alone || attached ? changed : wrap(draw, changed);
  const before = [
    ...(draw.form.checklist ? CHECKLIST : []),
    ...draw.proseBefore,
    ...(draw.confuser.length > 0 ? ["", ...draw.confuser] : []),
    "",
  ];
  const after = [
    "",
    ...draw.proseAfter,
    ...(draw.form.reproduction ? REPRODUCTION : []),
    ...(draw.form.environment ? ENVIRONMENT : []),
  ];
  const padding = padded(draw.length, [...before, ...after, ...wrapped.map(({ text }) => text)]);
  const around = [...plain(after), ...plain(padding)];
  const body = attached ? [...plain(before), ...around] : [...plain(before), ...wrapped, ...around];
  const parts: FuzzReport["parts"] = [{ kind: "body", id: "body", author: "", text: textOf(body) }];
  if (attached) parts.push({ kind: "attachment", id: "server.log", author: "", text: textOf(wrapped) });
  return {
    title: "[Bug] the server stops",
    parts,
    planted: draw.planted,
    part: attached ? "server.log" : "body",
    lineNumbers: (attached ? wrapped : body).flatMap(({ planted }, index) => (planted ? [index + 1] : [])),
    drawn: `${draw.planted.name} as ${draw.shape} behind ${draw.prefix.name} in ${draw.wrapping.name}, ${draw.log}`,
  };
}

function textOf(lines: Line[]): string {
  return lines.map(({ text }) => text).join("\n");
}

function changedLog({ log: kind, width, shape, planted }: Draw, lines: Line[]): Line[] {
  switch (kind) {
    case "JSON lines":
      return lines.map((line) => ({
        ...line,
        // A runtime that writes JSON escapes a colour once, whoever printed it.
        text: JSON.stringify({ log: `${line.text}\n`, stream: "stderr" }).replaceAll("\\\\u001b", "\\u001b"),
      }));
    case "newest first":
      // Of the shapes with one traceback; a message of several lines is no message upside down.
      return shape === "traceback" && planted.lines.length === 1 ? lines.reverse() : lines;
    case "terminal":
      return lines.flatMap((line) => broken(line, width, planted.lines[planted.at]!));
    default:
      return lines;
  }
}

/** A line as a terminal of this width shows it: the rest stands on the next one. The error stands where it begins. */
function broken(line: Line, width: number, error: string): Line[] {
  const begin = Math.max(0, line.text.indexOf(error));
  const out: Line[] = [];
  for (let at = 0; at === 0 || at < line.text.length; at += width)
    out.push({
      text: line.text.slice(at, at + width),
      planted: line.planted && begin >= at && begin < at + width,
    });
  return out;
}

/** Harmless lines that bring the report to about `length` characters. */
function padded(length: number, lines: string[]): string[] {
  const padding: string[] = [];
  let chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  for (let at = 0; chars < length; at += 1) {
    const line = HARMLESS_LOG[at % HARMLESS_LOG.length]!;
    padding.push(line);
    chars += line.length + 1;
  }
  return padding.length === 0 ? [] : ["", "```", ...padding, "```"];
}

function wrap(draw: Draw, log: Line[]): Line[] {
  const wrapped = draw.wrapping.wrap(log.map(({ text }) => text));
  return wrapped.map((text, index) => ({
    text,
    planted: log[index - draw.wrapping.offset]?.planted === true,
  }));
}

/** Shapes in which the reporter writes the error down, without any log. */
const WRITTEN = new Set<Draw["shape"]>(["prose", "bullet", "bold", "table", "fence on its line"]);

/** Errors that the server answers a request with: the client never sees their class. */
function isAnswer(planted: Planted): boolean {
  return isWritable(planted) && planted.slug === null && planted.lines[0]!.startsWith("ValueError: ");
}

/** An error of one line that a sentence can hold. */
function isWritable({ kind, lines }: Planted): boolean {
  return kind === "class" && lines.length === 1 && lines[0]!.includes(": ") && !/[`|*]/.test(lines[0]!);
}

function proseOnly({ shape, planted }: Draw): boolean {
  return WRITTEN.has(shape) && isWritable(planted);
}

/** The planted error with its traceback, its prefix and its ranks. */
function shaped(draw: Draw): Line[] {
  const { planted, shape, prefix } = draw;
  const message = planted.lines.map((text, index) => ({ text, planted: index === planted.at }));
  if (planted.kind === "body") return message;
  if (planted.kind === "line") return prefixed(message, ownPrefix(draw));
  if (planted.kind === "trace") return prefixed(message, prefix);
  const [first] = planted.lines;
  const trace = [...plain(frames(draw)), ...message];
  const one = (text: string): Line[] => [{ text, planted: true }];
  const whole = prefixed([...plain([HEADER]), ...trace], prefix);
  switch (shape) {
    case "bare":
      return prefixed(message, prefix);
    case "traceback":
      return whole;
    case "mid-line":
      return prefixed([...plain([`Scheduler hit an exception: ${HEADER}`]), ...trace], prefix);
    case "headless":
      return prefixed(trace, prefix);
    case "ranks":
      return ranks([...plain([HEADER]), ...trace]);
    case "stamped ranks":
      return stampedRanks([...plain([HEADER]), ...trace]);
    case "wrapped":
      return prefixed([...plain([HEADER]), ...trace, ...plain(outer(draw, "the widgets stop"))], prefix);
    case "quoted":
      return isWritable(planted)
        ? prefixed([...plain([HEADER]), ...trace, ...plain(outer(draw, quotation(first!)))], prefix)
        : whole;
    case "ray":
      return [...whole, ...plain(rayError(draw, first!))];
    case "group":
      return group(trace);
    case "ipython":
      return isWritable(planted) ? ipython(draw, first!) : whole;
    case "logged":
      return [{ text: `[2025-08-14 17:50:07 TP0] ${first}`, planted: true }, ...message.slice(1)];
    case "behind a bar":
      return [{ text: `${BAR}${first}`, planted: true }, ...message.slice(1)];
    case "client":
      return isAnswer(planted) ? one(clientError(first!)) : whole;
    case "served":
      return isAnswer(planted) ? one(servedError(first!)) : whole;
    default:
      return isWritable(planted) ? written(shape, first!) : whole;
  }
}

function written(shape: Draw["shape"], text: string): Line[] {
  const one = (line: string): Line[] => [{ text: line, planted: true }];
  switch (shape) {
    case "bullet":
      return [...plain(["What I see:", ""]), ...one(`- ${text}`), ...plain(["- nothing else", ""])];
    case "bold":
      return one(`The server fails with **${text}** every time`);
    case "table":
      return [...plain(["| node | result |", "|---|---|"]), ...one(`| gpu-7 | ${text} |`)];
    case "fence on its line":
      return [...one(`\`\`\`${text}`), ...plain(["```"])];
    default:
      return one(`When I send a request I get \`${text}\``);
  }
}

const HEADER = "Traceback (most recent call last):";
const BAR = "Capturing batches (bs=8 avail_mem=7.31 GB):  30%|███       | 7/23 [00:06<00:11,  1.20it/s]";

/** Lines that carry a stamp of their own get no second one that only stands on first lines. */
function ownPrefix({ planted, prefix }: Draw): PrefixShape {
  return /^\[?\d{4}-|^\[rank|^[EWIF]\d/.test(planted.lines[0]!) ? PREFIXES[0]! : prefix;
}

function prefixed(lines: Line[], prefix: PrefixShape): Line[] {
  return lines.map((line, index) =>
    prefix.every || index === 0 ? { ...line, text: prefix.text + line.text } : line,
  );
}

/** Two ranks print the same traceback at once, line by line. */
function ranks(lines: Line[]): Line[] {
  return lines.flatMap((line) => [0, 1].map((rank) => ({ ...line, text: `[rank${rank}]: ${line.text}` })));
}

/** Two ranks print the same traceback one after the other; SGLang's stamp stands on the first line only. */
function stampedRanks(lines: Line[]): Line[] {
  return [0, 1].flatMap((rank) =>
    lines.map((line, index) =>
      index === 0 ? { ...line, text: `[2025-08-14 17:50:07 TP${rank}] ${line.text}` } : line,
    ),
  );
}

function group(trace: Line[]): Line[] {
  return [
    ...plain([
      "  + Exception Group Traceback (most recent call last):",
      '  |   File "/usr/lib/python3.12/asyncio/runners.py", line 118, in run',
      "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
      "  +-+---------------- 1 ----------------",
      `    | ${HEADER}`,
    ]),
    ...trace.map((line) => ({ ...line, text: `    | ${line.text}` })),
    ...plain(["    +------------------------------------"]),
  ];
}

function ipython({ root }: Draw, text: string): Line[] {
  const name = text.slice(0, text.indexOf(":"));
  return [
    ...plain([
      "---------------------------------------------------------------------------",
      `${name.padEnd(42)}${HEADER.slice(0, -1)}`,
      "Cell In[3], line 1",
      "----> 1 engine = Engine(widgets)",
      "",
      `File ${root}widgets/engine.py:31, in Engine.__init__(self, widgets)`,
      "     30     self.widgets = widgets",
      "---> 31     self.check(widgets)",
      "",
    ]),
    { text, planted: true },
  ];
}

function clientError(text: string): string {
  const message = JSON.stringify(text.slice(text.indexOf(": ") + 2));
  return `openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': ${message}, 'type': 'BadRequest', 'param': None, 'code': 400}`;
}

function servedError(text: string): string {
  const message = text.slice(text.indexOf(": ") + 2);
  return JSON.stringify({ object: "error", message, type: "BadRequest", param: null, code: 400 });
}

function frames({ root, planted }: Draw): string[] {
  const place = planted.place ?? { file: "widgets/serve.py", line: 88, function: "load_widget" };
  const entrance = planted.place === null ? "widgets/main.py" : "sglang/srt/managers/scheduler.py";
  return [
    `  File "${root}${entrance}", line 3001, in run_process`,
    "    widget = Widget(arguments, ports)",
    "             ^^^^^^^^^^^^^^^^^^^^^^^^",
    `  File "${root}${place.file}", line ${place.line}, in ${place.function}`,
    "    self.check(widget)",
  ];
}

/** "Capture cuda graph failed: …" and its likes repeat the error that they re-raise. */
function quotation(text: string): string {
  return `Capture cuda graph failed: ${text.slice(text.indexOf(": ") + 2)}`;
}

/** What re-raises an error. */
function outer({ root }: Draw, message: string): string[] {
  return [
    "",
    "The above exception was the direct cause of the following exception:",
    "",
    HEADER,
    `  File "${root}widgets/outer.py", line 12, in start`,
    "    self.open()",
    `Exception: ${message}`,
  ];
}

/** Ray's driver names the task's error once more. */
function rayError({ root }: Draw, text: string): string[] {
  const colon = text.indexOf(":");
  const name = colon === -1 ? text : text.slice(0, colon);
  return [
    HEADER,
    `  File "${root}widgets/driver.py", line 12, in start`,
    "    ray.get(futures)",
    `ray.exceptions.RayTaskError(${name}): ray::Widget.start() (pid=616, ip=10.1.2.3)`,
  ];
}
