/** Failures that one line says by itself: programs that a signal ended, devices, routers, installers, retold errors. */
import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";

function read(body: string, title = "it does not start") {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }).errors;
}

const fence = (...lines: string[]) => ["```", ...lines, "```"].join("\n");

describe("programs that a signal ended", () => {
  test.each([
    ["Bus error (core dumped)", "root"],
    ["Illegal instruction (core dumped)", "root"],
    ["Trace/breakpoint trap (core dumped)", "root"],
    ["Floating point exception (core dumped)", "root"],
    ["Segmentation fault      (core dumped) widgetd --all", "root"],
    ["Aborted (core dumped)", "consequence"],
    ["Quit (core dumped)", "consequence"],
  ])("%s", (line, role) => {
    expect(read(fence(line))).toMatchObject([{ lineNumber: 2, message: line, role }]);
    expect(read(fence(`./run.sh: line 7: 4711 ${line}`))).toMatchObject([{ message: line, role }]);
  });

  test("a word that only ends like one is none", () => {
    expect(read(fence("WeQuit (core dumped)", "Quit (no core dumped)"))).toEqual([]);
  });
});

/** Line, its message, class and role. */
const LINES: [string, string, string, string | null, string][] = [
  [
    "a device's assertion in straight quotes",
    "/src/aten/Widget.cu:9: operator(): block: [0,0,0], thread: [7,0,0] Assertion '-sizes[i] <= index' failed.",
    "/src/aten/Widget.cu:9: operator(): block: [0,0,0], thread: [7,0,0] Assertion '-sizes[i] <= index' failed.",
    null,
    "root",
  ],
  [
    "a device's assertion that ends on the next line",
    "/src/aten/Widget.cu:9: operator(): block: [0,0,0], thread: [7,0,0] Assertion '-sizes[i] <= index &&",
    "/src/aten/Widget.cu:9: operator(): block: [0,0,0], thread: [7,0,0] Assertion '-sizes[i] <= index &&",
    null,
    "root",
  ],
  [
    "a page fault in the kernel's log",
    "[Thu Feb  5 20:35:53 2026] amdgpu 0000:65:00.0: amdgpu: [gfxhub0] retry page fault (src_id:0 ring:0 vmid:3)",
    "amdgpu: [gfxhub0] retry page fault (src_id:0 ring:0 vmid:3)",
    null,
    "root",
  ],
  [
    "the driver's fault report in the kernel's log",
    "[Fri Mar  6 01:02:42 2026] NVRM: Xid (PCI:0000:3b:00): 31, pid=77, name=widgetd, MMU Fault: ENGINE GRAPHICS",
    "NVRM: Xid (PCI:0000:3b:00): 31, pid=77, name=widgetd, MMU Fault: ENGINE GRAPHICS",
    null,
    "root",
  ],
  [
    "a router without workers",
    "No available servers: Failed to select decode worker",
    "No available servers: Failed to select decode worker",
    null,
    "root",
  ],
  [
    "a worker that a router gives up",
    "[Router (Rust)] 2025-03-18 14:17:58 - WARN - Removing failed worker: http://localhost:8001",
    "Removing failed worker: http://localhost:8001",
    null,
    "consequence",
  ],
  [
    "pip's frame",
    "  error: subprocess-exited-with-error",
    "error: subprocess-exited-with-error",
    null,
    "wrapper",
  ],
  [
    "pip's command",
    "  × python setup.py bdist_wheel did not run successfully.",
    "× python setup.py bdist_wheel did not run successfully.",
    null,
    "wrapper",
  ],
  [
    "the heading of a refused request",
    "[2026-01-02 08:24:37] Error in request: Unsupported widget_parser: None",
    "Unsupported widget_parser: None",
    null,
    "root",
  ],
  [
    "a log line that begins with what failed",
    "[2026-01-02 08:24:37] Widget shelf parsing error: no closing mark",
    "Widget shelf parsing error: no closing mark",
    null,
    "root",
  ],
  [
    "a Python exception as Rust shows it",
    '"TypeError("Widget.__init__() missing 1 required positional argument: \'shelf\'"), traceback: None }"',
    "Widget.__init__() missing 1 required positional argument: 'shelf'",
    "TypeError",
    "root",
  ],
];

describe("one line", () => {
  test.each(LINES)("%s", (_, line, message, errorClass, role) => {
    expect(read(fence(line))).toMatchObject([{ lineNumber: 2, message, errorClass, role }]);
  });

  test.each([
    ["a heading with nothing behind it", fence("[2026-01-02 08:24:37] Error in request:")],
    ["a script in a sentence", "The script did not run successfully on the first day."],
    [
      "a second way that a program takes",
      fence(
        "2026-01-02 08:24:37,558 widget.shelf 59 INFO     Could not find the shelf, will try the table instead.",
      ),
    ],
    [
      "a comment behind a command",
      fence("uv pip install widget   # on old machines; otherwise ModuleNotFoundError: widget"),
    ],
    [
      "a label of a drawing",
      '```mermaid\ngraph TD\n  A["Scheduler watchdog timeout (self.watchdog_timeout=20, self.soft=False)"]\n```',
    ],
    ["source that constructs an exception", 'It does `TypeError("no shelf")`, traceback: none.'],
    ["one word behind no module named", "There is no module named widget on my shelf."],
  ])("%s: no error", (_, body) => {
    expect(read(body)).toEqual([]);
  });

  test("what a frame of pip's stands around is the error", () => {
    const body = fence("error: subprocess-exited-with-error", "ValueError: the shelf is full");
    expect(read(body)[0]).toMatchObject({ errorClass: "ValueError", lineNumber: 3 });
  });

  test("a log line at level ERROR stands before none at level INFO", () => {
    const body = fence(
      "2026-01-02 08:24:37 widget.shelf 59 INFO     Could not find the shelf, will try the table.",
      "2026-01-02 08:24:39 widget.shelf 59 ERROR    The table is gone",
    );
    expect(read(body)).toMatchObject([{ lineNumber: 3, message: "The table is gone" }]);
  });
});

describe("errors that a sentence retells", () => {
  test("an ignored import in a code span beside an error in another", () => {
    const body =
      "I see `ValueError: No processor registered for architecture: ['Widget'].` with `Ignore import error when loading sglang.srt.models.widget: No module named 'shelf'` before it.";
    expect(read(body)).toMatchObject([
      { errorClass: "ValueError", message: "No processor registered for architecture: ['Widget']." },
      { shape: "ignored-import", message: "No module named 'shelf'" },
    ]);
  });

  test("an ignored import where the title says that the model is unknown", () => {
    const body = "Ignore import error when loading sglang.srt.models.widget: No module named 'shelf'";
    const title = "Model architectures ['WidgetForCausalLM'] are not supported for now.";
    expect(read(body, title)).toMatchObject([{ message: "No module named 'shelf'" }]);
  });

  test("an assertion without marks", () => {
    expect(read("With two shelves an assert error will occur: assert self.shelf is not None.")).toMatchObject(
      [
        {
          errorClass: "AssertionError",
          message: "",
          frames: [{ source: "assert self.shelf is not None" }],
        },
      ],
    );
  });

  test("a log line in a code span, unannounced", () => {
    const body = "- 7x `Widget shelf parsing error: no closing mark` (a mark is lost)";
    expect(read(body)).toMatchObject([{ message: "Widget shelf parsing error: no closing mark" }]);
    expect(read("- it logs `Widget shelf parsing error` and `shelf error: 7`")).toEqual([]);
  });

  test("a module in small letters", () => {
    expect(read("Running it will cast no module named widget.shelf.top import Top error.")).toMatchObject([
      { errorClass: "ModuleNotFoundError", message: "No module named 'widget.shelf.top'" },
    ]);
  });

  test("a trace whose first line is cut", () => {
    const body =
      'env/lib/python3.10/site-packages/widget/layers/shelf.py", line 26, in put\n    assert box.shape == shelf.shape\nAssertionError\n\nPlease help';
    expect(read(body)).toMatchObject([
      {
        errorClass: "AssertionError",
        lineNumber: 3,
        frames: [
          {
            file: "env/lib/python3.10/site-packages/widget/layers/shelf.py",
            line: 26,
            function: "put",
            source: "assert box.shape == shelf.shape",
          },
        ],
      },
    ]);
  });

  test.each([
    ["[Bug] unrecognized arguments: --enable_widgets", "unrecognized arguments: --enable_widgets"],
    ["the following arguments are required: --shelf", "the following arguments are required: --shelf"],
    ["[Bug] argument --shelf: invalid choice: 'top'", "argument --shelf: invalid choice: 'top'"],
  ])("argparse in the title: %s", (title, message) => {
    expect(read("see above", title)).toMatchObject([{ part: "title", message, shape: "argparse" }]);
  });

  test.each(["Handle unrecognized arguments: a plan", "An argument about shelves: invalid or not"])(
    "%s is no error",
    (title) => {
      expect(read("see above", title)).toEqual([]);
    },
  );
});

describe("what stands in front of a message", () => {
  test.each([
    ["报错信息：Widget only takes shelves of oak", "Widget only takes shelves of oak"],
    ["报错: Widget only takes shelves of oak", "Widget only takes shelves of oak"],
    ["错误内容为：`Widget only takes shelves of oak`", "`Widget only takes shelves of oak`"],
  ])("%s", (line, message) => {
    expect(read(`启动之后\n\n${line}\n\n怎么办？`)).toMatchObject([{ lineNumber: 3, message }]);
  });

  test.each(["报错信息：启动不了，一直等待", "错误：见下图", "报错了：但是重启之后好了"])(
    "%s is no program's message",
    (line) => {
      expect(read(line)).toEqual([]);
    },
  );

  test("pip's list of what contradicts what is the error where its first line is left out", () => {
    const list = [
      "The conflict is caused by:",
      "    The user requested widget>=3",
      "    shelf 2.1 depends on widget==2.0",
    ];
    expect(read(fence(...list))).toMatchObject([{ lineNumber: 2, message: list.join("\n") }]);
    const whole = [
      "ERROR: Cannot install shelf because these package versions have conflicting dependencies.",
      "",
      ...list,
    ];
    expect(read(fence(...whole))[0]).toMatchObject({ lineNumber: 2 });
  });
});

describe("messages that a sentence quotes", () => {
  test.each([
    ['An error occurred: "Saws are required to cut the shelf"', "Saws are required to cut the shelf"],
    [
      'then there is a bug raised :"Error in cut_shelf: saw index out of range"',
      "Error in cut_shelf: saw index out of range",
    ],
    [
      "the carpenter says 'shelf check is pending: cannot reach the wall' all day",
      "shelf check is pending: cannot reach the wall",
    ],
    ["It starts and fails immediately with `Unsupported shelf size`.", "Unsupported shelf size"],
  ])("%s", (line, message) => {
    expect(read(line)).toMatchObject([{ message }]);
  });

  test.each([
    "It doesn't say that it can't, and the user's shelf isn't found.",
    "I don't get why 'missing' is the default",
  ])("%s quotes none", (line) => {
    expect(read(line)).toEqual([]);
  });
});

describe("drivers and build tools", () => {
  test.each([
    [
      ":0:device.cpp  :77: 99 us:  Callback: Queue 0x7f aborting with error : HSA_STATUS_ERROR_EXCEPTION: the hardware stopped. code: 0x1016",
      "HSA_STATUS_ERROR_EXCEPTION: the hardware stopped. code: 0x1016",
    ],
    [
      "FATAL: kernel `saw_sm80` is for sm80-sm100, but was built for sm121",
      "FATAL: kernel `saw_sm80` is for sm80-sm100, but was built for sm121",
    ],
  ])("%s", (line, message) => {
    expect(read(fence(line))).toMatchObject([{ lineNumber: 2, message }]);
  });

  test("CMake's error goes on below its place", () => {
    const lines = [
      "CMake Error at /opt/saw/FindSaw.cmake:104 (message):",
      "  No saw.",
      "",
      "Call Stack (most recent call first):",
    ];
    expect(read(fence(...lines))[0]).toMatchObject({
      lineNumber: 2,
      message: "CMake Error at /opt/saw/FindSaw.cmake:104 (message):\n  No saw.",
    });
  });
});
