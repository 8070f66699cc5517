import { describe, expect, test } from "vitest";
import { isStartupNoise } from "../../src/extract/boilerplate.ts";
import { extractReport } from "../../src/extract/extract.ts";
import type { ReportedError } from "../../src/extract/report.ts";

function read(body: string, title = "it does not start"): ReportedError[] {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }).errors;
}

const fence = (...lines: string[]) => ["```", ...lines, "```"].join("\n");
const trace = (last: string) => [
  "Traceback (most recent call last):",
  '  File "/a/widget.py", line 3, in build',
  "    run()",
  last,
];

/** `lines` of the errors in order, and for each wrapper the line of what it wraps. */
const ROWS: { shape: string; body: string[]; order: number[]; wraps: Record<number, number> }[] = [
  {
    shape: "Triton quotes ptxas",
    body: [
      ...trace("triton.runtime.errors.PTXASError: PTXAS error: Internal Triton PTX codegen error"),
      "`ptxas` stderr:",
      "ptxas fatal   : Value 'sm_999z' is not defined for option 'gpu-name'",
      "",
      "Repro command: /opt/ptxas -v /tmp/w.ptx",
    ],
    order: [7, 5],
    wraps: { 5: 7 },
  },
  {
    shape: "Triton alone",
    body: trace("triton.runtime.errors.PTXASError: PTXAS error: Internal Triton PTX codegen error"),
    order: [5],
    wraps: {},
  },
  {
    shape: "ninja's block: the compiler's first line",
    body: [
      ...trace("subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1."),
      "",
      "The above exception was the direct cause of the following exception:",
      "",
      ...trace("RuntimeError: Error building extension 'widget': [1/2] nvcc -c w.cu"),
      "FAILED: w.cuda.o",
      '/srv/w.cu(14): error: identifier "slot" is undefined',
      "/srv/w.h:3:9: error: 'pool' does not name a type",
      "ninja: build stopped: subcommand failed.",
    ],
    order: [14, 15, 5, 12, 16],
    wraps: { 5: 14, 12: 14, 16: 14 },
  },
  {
    shape: "ninja alone",
    body: ["RuntimeError: Ninja build failed. Ninja output:", "ninja: Entering directory `/srv'"],
    order: [2],
    wraps: {},
  },
  {
    shape: "NVCC's failure and what nvcc said",
    body: ["NVCC compilation failed: ", '/tmp/w.cu(3): error: identifier "slot" is undefined'],
    order: [3, 2],
    wraps: { 2: 3 },
  },
  {
    shape: "the linker and gcc's summary",
    body: ["/usr/bin/ld: cannot find -lwidget", "collect2: error: ld returned 1 exit status"],
    order: [2, 3],
    wraps: { 3: 2 },
  },
  {
    shape: "graph capture and its root cause",
    body: [
      "[2026-05-22 04:54:32 TP6] Piecewise CUDA Graph failed with error: Tensor match failed for Tensor<8> at /w.cuh:107",
      "- Root cause: Size mismatch for shape#0('n'): expected 6 but got 8",
    ],
    order: [3, 2],
    wraps: { 2: 3 },
  },
  {
    shape: "graph capture quotes the error whose traceback stands above",
    body: [
      ...trace("ValueError: slot 3 is not aligned to 128"),
      "[2026-05-22 04:54:32 TP6] Piecewise CUDA Graph failed with error: slot 3 is not aligned to 128",
    ],
    order: [5, 6],
    wraps: { 6: 5 },
  },
  {
    shape: "the message of the inner error inside the outer one's",
    body: [
      ...trace("ValueError: slot 3 is not aligned to 128"),
      "",
      ...trace("RuntimeError: the worker failed: slot 3 is not aligned to 128 (worker 2)"),
    ],
    order: [5, 10],
    wraps: { 10: 5 },
  },
  {
    shape: "chained by Python",
    body: [
      ...trace("FileNotFoundError: no widget at /data/w"),
      "",
      "During handling of the above exception, another exception occurred:",
      "",
      ...trace("RuntimeError: cannot start"),
    ],
    order: [5, 12],
    wraps: { 12: 5 },
  },
  {
    shape: "Ray names the class inside",
    body: [
      ...trace("ray.exceptions.RayTaskError(a.b.SlotError): ray::run() (pid=7, ip=10.1.2.3)"),
      "a.b.SlotError: 7",
    ],
    order: [6, 5],
    wraps: { 5: 6 },
  },
  {
    shape: "a compiler backend's error on the next line",
    body: [
      "torch._dynamo.exc.BackendCompilerFailed: backend='widget' raised:",
      "OutOfResources: out of resource: slots, Required: 9, Hardware limit: 8",
    ],
    order: [3, 2],
    wraps: { 2: 3 },
  },
  {
    shape: "a consequence quoted by graph capture",
    body: [
      ...trace("RuntimeError: [pair.cc:534] Connection closed by peer [10.1.2.3]:7"),
      "",
      ...trace("Exception: Capture cuda graph failed: [pair.cc:534] Connection closed by peer [10.1.2.3]:7"),
    ],
    order: [10, 5],
    wraps: { 10: 5 },
  },
  {
    shape: "an exception group holds its parts",
    body: [
      "  + Exception Group Traceback (most recent call last):",
      '  |   File "/a/app.py", line 3, in run',
      "  |     async with group:",
      "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
      "  +-+---------------- 1 ----------------",
      "    | Traceback (most recent call last):",
      '    |   File "/a/app.py", line 9, in task',
      "    |     check()",
      "    | ValueError: widget is square",
      "    +------------------------------------",
    ],
    order: [10, 5],
    wraps: { 5: 10 },
  },
];

describe("wrappers and what they wrap", () => {
  test.each(ROWS)("$shape", ({ body, order, wraps }) => {
    const errors = read(fence(...body));
    expect(errors.map((error) => error.lineNumber)).toEqual(order);
    const links = errors.flatMap((error) =>
      error.wraps === undefined ? [] : [[error.lineNumber, errors[error.wraps]?.lineNumber]],
    );
    expect(Object.fromEntries(links)).toEqual(wraps);
    for (const error of errors) if (error.wraps !== undefined) expect(error.role).toBe("wrapper");
  });

  test("an exception keeps the root cause in its own message", () => {
    const [error, ...rest] = read(
      fence("RuntimeError: Tensor match failed for Tensor<8>", "- Root cause: expected 6 but got 8"),
    );
    expect(rest).toEqual([]);
    expect(error?.message).toBe("Tensor match failed for Tensor<8>\n- Root cause: expected 6 but got 8");
  });
});

describe("modules that SGLang could not load at start", () => {
  const plain =
    "Ignore import error when loading sglang.srt.models.widget: No module named 'transformers.models.widget'";
  const name =
    "WARNING:sglang.srt.models.registry:Ignore import error when loading sglang.srt.models.widget: cannot import name 'WidgetConfig' from 'transformers'";

  test.each([plain, `[2025-08-24 06:25:37 TP0] ${plain}`, name, `2025-08-24 06:25:37 | WARNING | ${plain}`])(
    "%s alone is noise",
    (line) => {
      expect(read(fence(line))).toEqual([]);
      expect(read(fence(line, "ValueError: slot 7 is taken"))).toMatchObject([{ lineNumber: 3 }]);
      expect(isStartupNoise(line)).toBe(true);
    },
  );

  test("they count behind an unknown architecture", () => {
    const errors = read(
      fence(
        name,
        "ValueError: Model architectures ['WidgetForCausalLM'] are not supported for now. Try others",
      ),
    );
    expect(errors.map((error) => [error.lineNumber, error.message])).toEqual([
      [3, "Model architectures ['WidgetForCausalLM'] are not supported for now. Try others"],
      [2, "cannot import name 'WidgetConfig' from 'transformers'"],
    ]);
  });

  test("they count where the title is about them", () => {
    expect(read(fence(`[2025-08-24 06:25:37 TP0] ${plain}`), `[Bug] ${plain}`)).toMatchObject([
      { part: "body", lineNumber: 2, message: "No module named 'transformers.models.widget'", count: 2 },
    ]);
  });
});

test.each(["[Docs] shared memory of containers", "[RFC] memory of containers"])(
  "%s quotes errors, it does not report them",
  (title) => {
    const quoted = read(fence("RuntimeError: NCCL error: no space in /dev/shm"), title);
    expect(quoted.map((error) => error.role)).toEqual(["consequence"]);
    const met = read(fence(...trace("RuntimeError: no space in /dev/shm")), title);
    expect(met.map((error) => error.role)).toEqual(["root"]);
  },
);

describe("faulthandler without the failing thread", () => {
  const waiting = [
    "Thread 0x1 (most recent call first):",
    '  File "/usr/lib/python3.12/threading.py", line 324 in wait',
  ];
  const failing = ["Current thread 0x2 (most recent call first):", '  File "/a/w.py", line 12 in spin'];

  test("other threads' frames are not the error's", () => {
    const [error] = read(fence("Fatal Python error: Segmentation fault", "", ...waiting, "", ...waiting));
    expect(error?.frames).toEqual([]);
  });

  test("the failing thread may come last", () => {
    const [error] = read(fence("Fatal Python error: Segmentation fault", "", ...waiting, "", ...failing));
    expect(error?.frames.map((frame) => frame.function)).toEqual(["spin"]);
  });
});

describe("lines that the terminal broke", () => {
  const width = 96;
  const pad = (text: string) => text.slice(0, width);
  const message = `RuntimeError: ${"the slot of the widget is not aligned to the page ".repeat(2)}`;
  const first = pad(message);
  const rest = message.slice(width);
  const wide = "x".repeat(width);

  test("a message broken inside a word is joined", () => {
    expect(first.length).toBe(width);
    expect(/\w$/.test(first) && /^\w/.test(rest)).toBe(true);
    const [error] = read(fence(wide, first, rest));
    expect(error).toMatchObject({ lineNumber: 3, message: message.slice(14).trim(), line: first });
  });

  test.each([
    ["no other line is as wide", [first, rest]],
    ["a longer line stands above", [`${wide}x`, first, rest]],
  ])("a message of lines that end themselves is not: %s", (_, lines) => {
    const error = read(fence(...lines)).at(0);
    expect(error?.message).toBe(`${first.slice(14)}\n${rest.trim()}`);
  });

  test("a capital begins a line of its own", () => {
    const [error] = read(fence(wide, first, `Look at slot ${rest}`));
    expect(error?.message.split("\n")).toHaveLength(2);
  });

  test("a frame's path broken before its line number is read", () => {
    const line = `  File "/usr/local/lib/python3.12/dist-packages/sglang/srt/managers/a_long_folder/and_one_more/scheduler_of_widgets.py", line 3, in run`;
    const body = fence(
      wide,
      "Traceback (most recent call last):",
      pad(line),
      line.slice(width),
      "    step()",
      "ValueError: gone",
    );
    const [error] = read(body);
    expect(error?.frames).toMatchObject([{ line: 3, function: "run", source: "step()" }]);
    expect(error?.frames[0]?.file.endsWith("/scheduler_of_widgets.py")).toBe(true);
  });

  test("a frame's function broken at its end is read", () => {
    const line = `  File "/usr/local/lib/python3.12/dist-packages/sglang/srt/managers/schedule.py", line 3, in run_the_widgets`;
    const body = fence(
      wide,
      "Traceback (most recent call last):",
      pad(line),
      line.slice(width),
      "    step()",
      "ValueError: gone",
    );
    expect(read(body)[0]?.frames).toMatchObject([{ function: "run_the_widgets", source: "step()" }]);
  });

  /** As a terminal of 80 columns shows it. */
  const at80 = (...lines: string[]) => fence(...lines.flatMap((line) => line.match(/.{1,80}/g) ?? [line]));

  test.each([
    [
      "in the middle of a class",
      "DP2 TP2 EP2] acme.distributed.elastic.widgets.errors.ChildGoneError: the widgets cannot talk",
    ],
    [
      "right before the colon",
      "DP2 TP2 EP2] acme.distributed.widgets.slots.UnexpectedError: the widgets cannot talk",
    ],
  ])("the name of a class, %s", (_, text) => {
    const line = `[2025-08-14 17:50:07 ${text}`;
    const [error] = read(at80(line));
    expect(line.slice(0, 80)).not.toContain("Error:");
    expect(error).toMatchObject({
      lineNumber: 2,
      errorClass: /[\w.]+Error/.exec(text)?.[0],
      message: "the widgets cannot talk",
    });
  });

  test("the rest of a line has no rank: it goes on with the line above", () => {
    const message = "slot 17 of the widget on this rank is taken by another one (owner 4711), use --slots";
    const frame =
      '[rank3]:   File "/usr/local/lib/python3.12/dist-packages/sglang/srt/widgets/loading.py", line 314, in load';
    const [error] = read(
      at80(
        "[rank3]: Traceback (most recent call last):",
        frame,
        "[rank3]:     self.check()",
        `[rank3]: ValueError: ${message}`,
      ),
    );
    expect(error?.message.replace(/\s+/g, " ")).toBe(message);
    expect(error?.frames).toMatchObject([{ line: 314, function: "load", source: "self.check()" }]);
  });

  test("at a space nothing is lost, between two signs nothing is added", () => {
    const message = `the widget ${"w".repeat(45)} has (4711) and`;
    expect(read(at80(`RuntimeError: ${message} more of these`))[0]?.message.replace("\n", " ")).toBe(
      `${message} more of these`,
    );
    const signs = `the widgets in ${"w".repeat(49)}( 4711) are gone`.replace("( ", "(");
    expect(read(at80(`RuntimeError: ${signs}`))[0]?.message).toBe(signs);
  });

  test.each([
    [
      "a native failure, the words it is known by on both lines",
      "[2025-08-14 17:50:07 TP0] /tmp/widgets/kernels/slot/main.c:5:10: fatal error: widget.h: No such file",
      "No such file",
    ],
    [
      "a log line at level ERROR",
      "[2025-08-14 17:50:07 widget.py:3 ERROR] the widgets of this slot are not there: 4711 and 4712",
      "4711 and 4712",
    ],
    [
      "an error body",
      `{"object":"error","message":"slot 17 of the widgets on this node is not free, 4711","code":400}`,
      "is not free, 4711",
    ],
  ])("the rest of %s", (_, line, end) => {
    const [error] = read(at80(line));
    expect(line.slice(0, 80)).not.toContain(end);
    expect(error).toMatchObject({ lineNumber: 2, line: line.slice(0, 80) });
    expect(error?.message.endsWith(end)).toBe(true);
  });

  test("in a block quote, too", () => {
    const text = `RuntimeError: ${"the widget of this slot is not free ".repeat(3)}<4711>`;
    const body = (text.match(/.{1,80}/g) ?? []).map((line) =>
      `> [2025-08-14] ${line}`.replace("[2025-08-14] ", ""),
    );
    expect(read(["> log", ">", ...body].join("\n"))[0]?.message.replace(/\s+/g, " ")).toBe(
      text.slice(text.indexOf(":") + 2),
    );
  });

  test("lines of one length that end themselves stay apart", () => {
    const statistics =
      "[2025-08-14 17:50:07] Decode batch. #running-req: 45, #token: 7021, token usage: 0.01, #queue-req: 81";
    const fault =
      "Memory access fault by GPU node-2 (Agent handle: 0x1) on address 0x7f0000000000. Reason: Unknown.";
    const [error] = read(fence(statistics, statistics, fault));
    expect(error).toMatchObject({ lineNumber: 4, message: fault });
  });
});

test("ranks that print messages of several lines at the same time each have their own", () => {
  const message = ["ValueError: the shelf has", "no room", "for a widget"];
  const lines = message.flatMap((line) => [`[rank0]: ${line}`, `[rank1]: ${line}`]);
  const [error, ...others] = read(
    fence(
      "[rank0]: Traceback (most recent call last):",
      "[rank1]: Traceback (most recent call last):",
      ...lines,
    ),
  );
  expect(error).toMatchObject({ lineNumber: 4, message: "the shelf has\nno room\nfor a widget", count: 2 });
  expect(others).toEqual([]);
});

test.each([
  ["behind a comma", 'File "/opt/widget/serve.py",', " line 77, in put"],
  ["behind the word", 'File "/opt/widget/serve.py", line', "77, in put"],
  ["in front of its function", 'File "/opt/widget/serve.py", line 77,', "in put"],
])("a frame that the terminal broke %s is whole", (_, begin, rest) => {
  const wide = 80 - begin.length - 3;
  const path = begin.replace("/widget/", `/${"w".repeat(wide)}/widget/`);
  const [error] = read(
    fence(
      "Traceback (most recent call last):",
      `  ${path}`.slice(0, 80),
      rest,
      "    put()",
      "KeyError: 'oak'",
    ),
  );
  expect(error?.frames).toMatchObject([{ line: 77, function: "put" }]);
});
