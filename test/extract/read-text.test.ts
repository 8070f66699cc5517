import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { showsText } from "../../src/extract/blocks.ts";
import { endEnvironmentText, readEnvironmentLine } from "../../src/extract/environment.ts";
import { concludeReport, newReportReading, readPart, readStream } from "../../src/extract/extract.ts";
import { foldIn } from "../../src/extract/fold.ts";
import { gateFor, type LineWatcher, MAX_LINE_BYTES, SHORT_BYTES } from "../../src/extract/read-text.ts";
import type { Report } from "../../src/extract/report.ts";
import { newScanState } from "../../src/extract/scan-state.ts";
import { endScan, scanLine, takeSettled } from "../../src/extract/scanner.ts";
import { ERRORS, PREFIXES } from "./shapes.ts";

const PHRASES = ["never seen a frobnicator", "teeth"];

interface Read extends Report {
  /** Lines that the watcher wanted. */
  seen: string[];
}

function watch(phrases = PHRASES): { watcher: LineWatcher; seen: string[] } {
  const seen: string[] = [];
  const holdsPhrase = (line: string) => PHRASES.some((it) => line.replace(/\s+/g, " ").includes(it));
  const see = (line: string, part: string, lineNumber: number): void => {
    // The gate may show too much: what counts is that it shows enough.
    if (holdsPhrase(line)) seen.push(`${part}:${lineNumber}:${line}`);
  };
  return { watcher: { phrases, see }, seen };
}

/** Every line to every reader, with no gate in front. */
function readPlainly(text: string): Read {
  const { watcher, seen } = watch();
  const reading = newReportReading("t", watcher);
  const scan = newScanState();
  for (const raw of text.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    scanLine(scan, line);
    readEnvironmentLine(reading.environment, line);
    if (showsText(scan.blocks)) watcher.see(line, "body", scan.number);
    for (const finding of takeSettled(scan)) foldIn(reading.folding, finding, "body");
  }
  for (const finding of endScan(scan)) foldIn(reading.folding, finding, "body");
  endEnvironmentText(reading.environment);
  return { ...concludeReport(reading), seen };
}

function readWhole(text: string, phrases?: string[]): Read {
  const { watcher, seen } = watch(phrases);
  const reading = newReportReading("t", watcher);
  readPart(reading, { id: "body", text });
  return { ...concludeReport(reading), seen };
}

async function readCut(text: string, sizes: number[], phrases?: string[]): Promise<Read> {
  const { watcher, seen } = watch(phrases);
  const reading = newReportReading("t", watcher);
  await readStream(reading, "body", cut(Buffer.from(text), sizes));
  return { ...concludeReport(reading), seen };
}

async function* cut(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Lines that no reader wants, and lines that only look so. */
const LOG_LINES = [
  "[2026-01-02 03:04:05 TP0] Decode batch, #running-req: 8, #token: 812, token usage: 0.31, gen throughput (token/s): 99.1, ",
  '[2026-01-02 03:04:05] INFO:     10.0.0.7:4242 - "POST /generate HTTP/1.1" 200 OK',
  "Capturing batches (bs=8 avail_mem=3.17 GB):  31%|███▏      | 7/23 [00:56<00:51,  3.20s/it]",
  "    self.forward(batch)",
  "        ^^^^^^^^^^^^^^^^",
  "  ~~~~~~^^^^",
  "ValueError: bad widget",
  '  "message": "no shelf",',
  '  "type": "BadRequestError",',
  '  "code": 400',
  "}",
  'env/lib/widget/shelf.py", line 26, in put',
  "AssertionError",
  "Bus error (core dumped)",
  "  × python setup.py bdist_wheel did not run successfully.",
  "No available servers: Failed to select decode worker",
  "amdgpu 0000:65:00.0: amdgpu: [gfxhub0] retry page fault (src_id:0)",
  "it casts no module named widget.shelf",
  "- 7x `Widget shelf parsing error: no closing mark`",
  "seen with rocm/sgl-dev:v0.5.11-rocm720",
  "sglang\t     : 0.5.6.post1",
  "AuthenticationRequired: log in",
  "    raise WidgetError(widget)",
  "assert widget.ok",
  "torch.OutOfMem",
  "oryError: gone",
  "the server says:",
  "it fails with：",
  "the server says:   \u00a0",
  "Unknown widget 7",
  "[2026-01-02 03:04:05 E] the end",
  "[03:04:05E]Cannot open",
  "E0528 06:32:54.247906 735017 tcp_transport.cpp:136] gone",
  "[2026-01-02 03:04:05 TP3] FATAL: lost",
  "\u001b[31mTrace\u001b[0mback (most recent call last):",
  "[31mTrace[0mback (most recent call last):",
  "\\u001b[1;31mKey\\u001b[0mError: 'x'",
  '{"log":"Trac\\u0065back (most recent call last):\\n","stream":"stderr"}',
  "progress 10%\rKeyError: 'x'",
  "### Environment",
  "> # Reproduction",
  "- [x] 1. I have searched related issues",
  "* [ ] SGLang 0.4.1",
  "| a | b |",
  "<pre>KeyError: &#39;x&#39;",
  "</pre>",
  "<!-- hidden",
  "-->",
  "SGLang version 0.4.6",
  "sgLang==0.4.6.post1",
  "fails in 0.4.5",
  "v0.4.1",
  "main and 0.5.1",
  "Version: v0.4.2",
  "git clone -b v0.4.3 https://example.com/a/SGLang",
  "main@1a2b3c4d",
  "commit id: 1a2b3c4d5e",
  "GPU 0,1: NVIDIA H100",
  "I have 8xH20",
  "two L4",
  "L4",
  "OS：Ubuntu 22.04",
  "os: somewhere",
  "Python: 3.12.1",
  "**torch**: 2.6.0+cu124",
  "image registry.example/team/sglang/server:v0.4.4",
  "python -m sglang.launch_server --model-path acme/w \\",
  "  --tp 8 --flag value",
  "server_args=ServerArgs(model_path='acme/widget', tp=8)",
  "we use torch_npu",
  "we have  never\tseen a frobnicator",
  "never seen\u00a0a frobnicator",
  "its teeth",
  "x".repeat(59),
  "y".repeat(80),
  `[rank1]: ${"z".repeat(71)}`,
  `[rank1]: RuntimeError: ${"w".repeat(57)}`,
  "ä".repeat(40),
];

const PIECES = [
  ...PREFIXES.map((prefix) => prefix.text),
  ...ERRORS.flatMap((error) => error.lines),
  ...LOG_LINES,
  ...["```", "~~~", "`", "> ", " ", "    ", "\t", "\n", "\r\n", "\r", "\u0000", "\ufeff", "\u3000", "é", ""],
  ...["During handling of the above exception, another exception occurred:", "Fatal Python error: Aborted"],
];

const lines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES)).map((two) => two.join("")),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  ),
  { maxLength: 40 },
);
const texts = fc.tuple(lines, fc.constantFrom("\n", "\n", "\r\n", "")).map(([list, end]) => list.join(end));

describe("the gate holds nothing back", () => {
  beforeAll(() => {
    gateFor(PHRASES);
  });

  test("whatever the text, its report is that of a reading without the gate", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(readWhole(text)).toEqual(readPlainly(text));
      }),
      { numRuns: 400 },
    );
  });

  test.each(LOG_LINES)("nor of %j alone, in prose and in code", (line) => {
    for (const text of [
      line,
      `\`\`\`\n${line}\nText: x\n\`\`\``,
      `${line}\nRuntimeError\n${line}`,
      ` ${line}`,
    ])
      expect(readWhole(text)).toEqual(readPlainly(text));
  });
});

test("a text that becomes long has its gate from there on, and the same report", async () => {
  const short = `${LOG_LINES.join("\n")}\n`;
  const text = short.repeat(Math.ceil((2 * SHORT_BYTES) / short.length));
  // A list that no gate has been made for.
  expect(readWhole(text, [...PHRASES])).toEqual(readPlainly(text));
  expect(await readCut(text, [SHORT_BYTES / 4, 999], [...PHRASES])).toEqual(readPlainly(text));
});

describe("bytes in pieces", () => {
  test("give the report of the whole text, however they are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts.map((text) => Buffer.from(text).toString()),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
        async (text, sizes) => {
          expect(await readCut(text, sizes)).toEqual(readWhole(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a line without an end is cut, and the next one is read as ever", async () => {
    const long = Buffer.alloc(3 * MAX_LINE_BYTES, "a");
    const chunks = [Buffer.from("x\nKeyError: 'a'\n"), long, Buffer.from("\nRuntimeError: teeth\n")];
    const { watcher, seen } = watch();
    const reading = newReportReading("", watcher);
    await readStream(
      reading,
      "log",
      (async function* () {
        yield* chunks;
      })(),
    );
    expect(concludeReport(reading).errors.map(({ lineNumber }) => lineNumber)).toEqual([2, 4]);
    expect(seen).toEqual(["log:4:RuntimeError: teeth"]);
  });
});
