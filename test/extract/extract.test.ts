import { describe, expect, test } from "vitest";
import { DROPPED } from "../../src/extract/boilerplate.ts";
import { extractReport } from "../../src/extract/extract.ts";
import type { ReportedError } from "../../src/extract/report.ts";

function read(body: string, title = "it does not start"): ReportedError[] {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }).errors;
}

interface Row {
  shape: string;
  body: string[];
  /** Index of the winning line in `body`; 0-based. */
  at: number;
  errorClass?: string | null;
  message: string;
}

const fence = (...lines: string[]) => ["```", ...lines, "```"];

/** One row a report shape: where it stands, what wins, what its message is. */
const SHAPES: Row[] = [
  {
    shape: "chained, during handling: the first block is the root",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/widget.py", line 3, in open',
      "    fd = os.open(path)",
      "FileNotFoundError: no widget at /data/w",
      "",
      "During handling of the above exception, another exception occurred:",
      "",
      "Traceback (most recent call last):",
      '  File "/a/widget.py", line 9, in main',
      "    open()",
      "RuntimeError: cannot start",
    ),
    at: 4,
    errorClass: "FileNotFoundError",
    message: "no widget at /data/w",
  },
  {
    shape: "newest line first, no time stamps: tracebacks upside down, the last one is the cause",
    body: fence(
      "Received sigquit from a child process.",
      "RuntimeError: the widget server could not be started",
      "    raise RuntimeError(",
      '  File "/a/server.py", line 9, in start',
      "    main()",
      '  File "/a/server.py", line 30, in <module>',
      "Traceback (most recent call last):",
      "KeyError: 'model.layers.3.widget.weight'",
      "    ~~~~~~^^^^^^",
      "    slots[name]",
      '  File "/a/loader.py", line 4, in load_weights',
      "    self.load()",
      '  File "/a/runner.py", line 3, in run',
      "[2025-08-14 17:50:07 TP1] Scheduler hit an exception: Traceback (most recent call last):",
      "Loading widgets",
    ),
    at: 8,
    errorClass: "KeyError",
    message: "'model.layers.3.widget.weight'",
  },
  {
    shape: "message below its class, every line behind a stamp",
    body: fence(
      "2025-08-14 17:50:07,693 - __main__ - INFO - ImportError:",
      "2025-08-14 17:50:07,693 - __main__ - INFO - [acme_kernel] CRITICAL: Could not load any widget library!",
      "2025-08-14 17:50:07,694 - __main__ - INFO - something else",
    ),
    at: 1,
    errorClass: "ImportError",
    message: "[acme_kernel] CRITICAL: Could not load any widget library!",
  },
  {
    shape: "chained, direct cause, wrapper quotes the inner one",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/graph.py", line 3, in capture',
      "    run()",
      "ValueError: slot 3 is not aligned to 128",
      "",
      "The above exception was the direct cause of the following exception:",
      "",
      "Traceback (most recent call last):",
      '  File "/a/graph.py", line 9, in __init__',
      "    raise Exception(",
      "Exception: Capture cuda graph failed: slot 3 is not aligned to 128",
    ),
    at: 4,
    errorClass: "ValueError",
    message: "slot 3 is not aligned to 128",
  },
  {
    shape: "a signal without a message gives way to what it led to",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/usr/lib/python3.12/asyncio/timeouts.py", line 3, in wait',
      "    await fut",
      "TimeoutError",
      "",
      "During handling of the above exception, another exception occurred:",
      "",
      "Traceback (most recent call last):",
      '  File "/a/serve.py", line 9, in generate',
      "    raise ValueError(",
      "ValueError: request 7 was given up",
    ),
    at: 11,
    errorClass: "ValueError",
    message: "request 7 was given up",
  },
  {
    shape: "exception group",
    body: fence(
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
    ),
    at: 9,
    errorClass: "ValueError",
    message: "widget is square",
  },
  {
    shape: "IPython",
    body: fence(
      "---------------------------------------------------------------------------",
      "ValueError                                Traceback (most recent call last)",
      "Cell In[3], line 1",
      "----> 1 engine = Engine()",
      "",
      "File ~/env/lib/python3.12/site-packages/sglang/widget.py:193, in Engine.__init__(self)",
      "    192 if not ok:",
      "--> 193     raise ValueError('no')",
      "    194 return 1",
      "",
      "ValueError: the loop is running already",
    ),
    at: 11,
    errorClass: "ValueError",
    message: "the loop is running already",
  },
  {
    shape: "IPython on Colab, paths as links",
    body: fence(
      "AttributeError                            Traceback (most recent call last)",
      "[<ipython-input-3-ac9a>](https://localhost:8080/#) in <cell line: 11>()",
      "---> 11 set_widget()",
      "",
      "AttributeError: 'Widget' object has no attribute 'spin'",
    ),
    at: 5,
    errorClass: "AttributeError",
    message: "'Widget' object has no attribute 'spin'",
  },
  {
    shape: "faulthandler",
    body: fence(
      "Fatal Python error: Segmentation fault",
      "",
      "Thread 0x00007f4b58a9b700 (most recent call first):",
      '  File "/usr/lib/python3.12/threading.py", line 324 in wait',
      "",
      "Current thread 0x00007f4b58a9b701 (most recent call first):",
      '  File "/a/widget.py", line 12 in spin',
      '  File "/a/main.py", line 3 in main',
    ),
    at: 1,
    errorClass: null,
    message: "Fatal Python error: Segmentation fault",
  },
  {
    shape: "traceback without a last line: the raise tells",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/widget.py", line 3, in open',
      '    raise WidgetError("no widget")',
    ),
    at: 3,
    errorClass: "WidgetError",
    message: "",
  },
  {
    shape: "copied without indentation",
    body: [
      "Traceback (most recent call last):",
      'File "/a/main.py", line 3, in main',
      "run()",
      'File "/a/widget.py", line 3, in run',
      'raise RuntimeError(f"pool: {error}")',
      "RuntimeError: pool: empty",
    ],
    at: 5,
    errorClass: "RuntimeError",
    message: "pool: empty",
  },
  {
    shape: "pydantic: the message goes on",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/api.py", line 3, in parse',
      "    return cls(data)",
      "pydantic_core._pydantic_core.ValidationError: 2 validation errors for WidgetRequest",
      "size",
      "  Field required [type=missing, input_value={'a': 1}, input_type=dict]",
      "    For further information visit https://errors.pydantic.dev/2.11/v/missing",
    ),
    at: 4,
    errorClass: "pydantic_core._pydantic_core.ValidationError",
    message:
      "2 validation errors for WidgetRequest\nsize\n  Field required [type=missing, input_value={'a': 1}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing",
  },
  {
    shape: "CUDA error with its hints",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/kernel.py", line 3, in run',
      "    torch.sum(x)",
      "RuntimeError: CUDA error: an illegal memory access was encountered",
      "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.",
      "For debugging consider passing CUDA_LAUNCH_BLOCKING=1",
    ),
    at: 4,
    errorClass: "RuntimeError",
    message:
      "CUDA error: an illegal memory access was encountered\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1",
  },
  {
    shape: "prose: class in a code span in mid-sentence",
    body: ["When I call it I get `KeyError: 'widget.weight'` every time."],
    at: 0,
    errorClass: "KeyError",
    message: "'widget.weight'",
  },
  {
    shape: "prose: bold class at the line's start",
    body: ["**RuntimeError: widget pool is empty**"],
    at: 0,
    errorClass: "RuntimeError",
    message: "widget pool is empty",
  },
  {
    shape: "prose: bullet",
    body: ["- ImportError: cannot import name 'spin' from 'widgets'"],
    at: 0,
    errorClass: "ImportError",
    message: "cannot import name 'spin' from 'widgets'",
  },
  {
    shape: "prose: announced by words",
    body: ["Error message: `KeyError: 'wk.weight'`"],
    at: 0,
    errorClass: "KeyError",
    message: "'wk.weight'",
  },
  {
    shape: "a fence that opens on the error's line",
    body: ["```RuntimeError: widget pool is empty", "more", "```"],
    at: 0,
    errorClass: "RuntimeError",
    message: "widget pool is empty\nmore",
  },
  {
    shape: "a fence that closes on the error's line",
    body: ["```", "RuntimeError: widget pool is empty```", "Thanks."],
    at: 1,
    errorClass: "RuntimeError",
    message: "widget pool is empty",
  },
  {
    shape: "one back-tick over several lines",
    body: [
      "`Traceback (most recent call last):",
      '  File "/a.py", line 1, in f',
      "    g()",
      "ValueError: no slot`",
    ],
    at: 3,
    errorClass: "ValueError",
    message: "no slot",
  },
  {
    shape: "class with the place it was caught in",
    body: fence("RuntimeError in widget encoding: The size (0) must match (24)"),
    at: 1,
    errorClass: "RuntimeError",
    message: "RuntimeError in widget encoding: The size (0) must match (24)",
  },
  {
    shape: "pytest",
    body: fence(
      ">       assert widget.spin()",
      "E       RuntimeError: Triton Error [CUDA]: an illegal memory access was encountered",
    ),
    at: 2,
    errorClass: "RuntimeError",
    message: "Triton Error [CUDA]: an illegal memory access was encountered",
  },
  {
    shape: "ATen assertion",
    body: fence(
      "../aten/src/ATen/native/cuda/Widget.cu:92: operator(): block: [1,0,0], thread: [2,0,0] Assertion `index < size` failed.",
      "../aten/src/ATen/native/cuda/Widget.cu:92: operator(): block: [1,0,0], thread: [3,0,0] Assertion `index < size` failed.",
      "Traceback (most recent call last):",
      '  File "/a/kernel.py", line 3, in run',
      "RuntimeError: CUDA error: device-side assert triggered",
    ),
    at: 1,
    errorClass: null,
    message:
      "../aten/src/ATen/native/cuda/Widget.cu:92: operator(): block: [1,0,0], thread: [2,0,0] Assertion `index < size` failed.",
  },
  {
    shape: "kernel assertion after the CUDA error it causes",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/kernel.py", line 3, in run',
      "RuntimeError: CUDA error: unspecified launch failure",
      "Assertion failed: /a/csrc/widget.cu:483, condition: n >= channels",
    ),
    at: 4,
    errorClass: null,
    message: "Assertion failed: /a/csrc/widget.cu:483, condition: n >= channels",
  },
  {
    shape: "C++ exception",
    body: fence(
      "terminate called after throwing an instance of 'c10::Error'",
      "  what():  widget store timed out",
      "Fatal Python error: Aborted",
    ),
    at: 2,
    errorClass: null,
    message: "widget store timed out",
  },
  {
    shape: "NCCL watchdog behind rank and glog prefix",
    body: fence(
      "[rank6]:[E207 13:29:57.271234567 ProcessGroupNCCL.cpp:2057] [PG ID 2 PG GUID 3 Rank 6] Process group watchdog thread terminated with exception: [Rank 6] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=32)",
    ),
    at: 1,
    errorClass: null,
    message:
      "Process group watchdog thread terminated with exception: [Rank 6] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=32)",
  },
  {
    shape: "glog",
    body: fence(
      "E0528 06:32:54.247906 735017 tcp_transport.cpp:136] Widget::writeBody failed. Error: Bad address (value: 14)",
    ),
    at: 1,
    errorClass: null,
    message: "Widget::writeBody failed. Error: Bad address (value: 14)",
  },
  {
    shape: "NCCL WARN",
    body: fence(
      "node7:4012:4594 [3] misc/socket.cc:484 NCCL WARN socketStartConnect: Connect to 10.1.2.3 failed",
    ),
    at: 1,
    errorClass: null,
    message: "socketStartConnect: Connect to 10.1.2.3 failed",
  },
  {
    shape: "progress bar glued in front",
    body: fence(
      "Capturing batches (bs=4):  30%|███▊      | 7/23 [00:56<00:51,  3.20s/it]Failed: Cuda error /a/reduce.cuh:364 'peer access is not supported'",
    ),
    at: 1,
    errorClass: null,
    message: "Failed: Cuda error /a/reduce.cuh:364 'peer access is not supported'",
  },
  {
    shape: "triton resources",
    body: fence(
      "triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 131072, Hardware limit: 65536.",
    ),
    at: 1,
    errorClass: "triton.runtime.errors.OutOfResources",
    message: "out of resource: shared memory, Required: 131072, Hardware limit: 65536.",
  },
  {
    shape: "nvcc",
    body: fence('/a/csrc/widget.cu(15): error: identifier "slot" is undefined'),
    at: 1,
    errorClass: null,
    message: '/a/csrc/widget.cu(15): error: identifier "slot" is undefined',
  },
  {
    shape: "loader",
    body: fence("python3: symbol lookup error: /a/widget.so: undefined symbol: _ZN5torch3jit"),
    at: 1,
    errorClass: null,
    message: "symbol lookup error: /a/widget.so: undefined symbol: _ZN5torch3jit",
  },
  {
    shape: "NVSHMEM",
    body: fence("/a/nvshmem/src/host/topo/topo.cpp:526: non-zero status: -3 allgather failed"),
    at: 1,
    errorClass: null,
    message: "/a/nvshmem/src/host/topo/topo.cpp:526: non-zero status: -3 allgather failed",
  },
  {
    shape: "HIP",
    body: fence("Memory access fault by GPU node-2 (Agent handle: 0xded) on address 0x7f. Reason: Unknown."),
    at: 1,
    errorClass: null,
    message: "Memory access fault by GPU node-2 (Agent handle: 0xded) on address 0x7f. Reason: Unknown.",
  },
  {
    shape: "Ascend",
    body: fence("[rank3]:[W1031 21:35:04.838006795 compiler_depend.ts:57] Warning: EZ9999: Inner Error!"),
    at: 1,
    errorClass: null,
    message: "EZ9999: Inner Error!",
  },
  {
    shape: "Rust panic: the message is on the next line",
    body: fence(
      "thread 'actix-rt|system:0' panicked at src/widget.rs:463:40:",
      "called `Result::unwrap()` on an `Err` value: Closed",
    ),
    at: 2,
    errorClass: null,
    message: "called `Result::unwrap()` on an `Err` value: Closed",
  },
  {
    shape: "Rust's tracing at level ERROR",
    body: fence("2025-11-04 10:05:37 ERROR sglang_router_rs::server: src/server.rs:830: no widget is left"),
    at: 1,
    errorClass: null,
    message: "no widget is left",
  },
  {
    shape: "HTTP body",
    body: fence(
      '{"object":"error","message":"The widget (30 tokens) is longer than 20.","type":"BadRequestError","param":null,"code":400}',
    ),
    at: 1,
    errorClass: "BadRequestError",
    message: "The widget (30 tokens) is longer than 20.",
  },
  {
    shape: "HTTP body inside a client's exception",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/client.py", line 3, in post',
      "    raise self._make(err)",
      `openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': "It's longer than 20.", 'type': 'BadRequestError', 'code': 400}`,
    ),
    at: 4,
    errorClass: "openai.BadRequestError",
    message: "It's longer than 20.",
  },
  {
    shape: "argparse",
    body: fence(
      "usage: launch_server.py [-h]",
      "launch_server.py: error: argument --widget: invalid choice: 'x' (choose from 'y')",
    ),
    at: 2,
    errorClass: null,
    message: "argument --widget: invalid choice: 'x' (choose from 'y')",
  },
  {
    shape: "pip",
    body: fence(
      "ERROR: Could not find a version that satisfies the requirement widget==9 (from versions: 1, 2)",
      "ERROR: No matching distribution found for widget==9",
    ),
    at: 1,
    errorClass: null,
    message: "Could not find a version that satisfies the requirement widget==9 (from versions: 1, 2)",
  },
  {
    shape: "log record at level ERROR, nothing surer",
    body: fence("[2025-06-27 18:47:43 widget.py:427 ERROR] Error reading widget: list index out of range"),
    at: 1,
    errorClass: null,
    message: "Error reading widget: list index out of range",
  },
  {
    shape: "announced line without any class",
    body: [
      "It shows the following error:",
      "",
      ...fence("Failed to upgrade widgets: source w1 was not found"),
    ],
    at: 3,
    errorClass: null,
    message: "Failed to upgrade widgets: source w1 was not found",
  },
  {
    shape: "JSON log",
    body: fence(
      '{"log":"\\u001b[36m(WorkerDict pid=616, ip=10.1.2.3)\\u001b[0m ValueError: widget is square\\n","stream":"stderr"}',
    ),
    at: 1,
    errorClass: "ValueError",
    message: "widget is square",
  },
  {
    shape: "multiprocessing's frame around a child's traceback",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/spawn.py", line 3, in join',
      "    raise ProcessRaisedException(msg)",
      "torch.multiprocessing.spawn.ProcessRaisedException: ",
      "",
      "-- Process 5 terminated with the following error:",
      "Traceback (most recent call last):",
      '  File "/a/spawn.py", line 9, in _wrap',
      "    fn(i)",
      "RuntimeError: widget 5 is missing",
    ),
    at: 10,
    errorClass: "RuntimeError",
    message: "widget 5 is missing",
  },
  {
    shape: "message in paragraphs below the class; what it quotes stands on its own",
    body: fence(
      "ImportError:",
      "[acme_kernel] CRITICAL: Could not load any widget library!",
      "",
      "Attempted locations:",
      "1. pattern: /a/sm100/widget.* - found files: []",
      "",
      "Error details from previous import attempts:",
      "- ImportError: libwidget.so.12: cannot open shared object file",
    ),
    at: 1,
    errorClass: "ImportError",
    message:
      "[acme_kernel] CRITICAL: Could not load any widget library!\n\nAttempted locations:\n1. pattern: /a/sm100/widget.* - found files: []\n\nError details from previous import attempts:",
  },
  {
    shape: "a build that fails: the compiler's line wins",
    body: fence(
      "Traceback (most recent call last):",
      '  File "/a/build.py", line 3, in run',
      "subprocess.CalledProcessError: Command '['ninja']' returned non-zero exit status 1.",
      "",
      "The above exception was the direct cause of the following exception:",
      "",
      "Traceback (most recent call last):",
      '  File "/a/build.py", line 9, in build',
      "RuntimeError: Ninja build failed. Ninja output:",
      "nvcc fatal   : Unsupported gpu architecture 'compute_120a'",
      "ninja: build stopped: subcommand failed.",
    ),
    at: 10,
    errorClass: null,
    message: "nvcc fatal   : Unsupported gpu architecture 'compute_120a'",
  },
  {
    shape: "watchdog",
    body: fence(
      "[2025-08-02 19:24:30 TP3] Watchdog timeout (self.watchdog_timeout=300)",
      "[2025-08-02 19:24:31 TP2] Pyspy failed to dump PID 171. Error: /bin/dash: 1: py-spy: not found",
    ),
    at: 1,
    errorClass: null,
    message: "Watchdog timeout (self.watchdog_timeout=300)",
  },
  {
    shape: "sampling",
    body: fence("[2025-08-02 19:24:30 TP3] Detected errors during sampling! NaN in the logits."),
    at: 1,
    errorClass: null,
    message: "Detected errors during sampling! NaN in the logits.",
  },
  {
    shape: "another engine's prefix, doubled",
    body: fence(
      "(Worker pid=136) (Worker_TP1 pid=136) ERROR 12-20 20:13:01 [core.py:868] ValueError: widget is square",
    ),
    at: 1,
    errorClass: "ValueError",
    message: "widget is square",
  },
  {
    shape: "uv's resolver",
    body: fence(
      "  × No solution found when resolving dependencies:",
      "  ╰─▶ Because widget==9 depends on slot<3, we can conclude that it fails.",
    ),
    at: 1,
    errorClass: null,
    message:
      "No solution found when resolving dependencies:\n  ╰─▶ Because widget==9 depends on slot<3, we can conclude that it fails.",
  },
  {
    shape: "a record of failure at level INFO, nothing surer",
    body: fence("[2025-08-02 19:24:30] Failed to register widget 7: no answer"),
    at: 1,
    errorClass: null,
    message: "Failed to register widget 7: no answer",
  },
  {
    shape: "proxy's error page",
    body: [
      "<b>Connection to 0.0.0.0 failed.</b></p> <p>The system returned: <i>(111) Connection refused</i>",
    ],
    at: 0,
    errorClass: null,
    message:
      "<b>Connection to 0.0.0.0 failed.</b></p> <p>The system returned: <i>(111) Connection refused</i>",
  },
  {
    shape: "a command line tool of Docker",
    body: fence("docker: Error response from daemon: could not select device driver"),
    at: 1,
    errorClass: null,
    message: "Error response from daemon: could not select device driver",
  },
  {
    shape: "table cell",
    body: ["| step | result |", "|---|---|", "| launch | RuntimeError: no widget |"],
    at: 2,
    errorClass: "RuntimeError",
    message: "no widget",
  },
  {
    shape: "entities in pre",
    body: ["<pre><code>ValueError: x is &lt;class&gt;</code></pre>"],
    at: 0,
    errorClass: "ValueError",
    message: "x is <class>",
  },
  {
    shape: "FastAPI's validation",
    body: fence('{"detail":[{"type":"missing","loc":["body","x"],"msg":"Field required"}]}'),
    at: 1,
    errorClass: null,
    message: "Field required",
  },
  {
    shape: "JSON record at level error",
    body: fence(
      '{"timestamp":"2026-01-01T00:00:00Z","level":"ERROR","message":"worker is gone","target":"x"}',
    ),
    at: 1,
    errorClass: null,
    message: "worker is gone",
  },
  {
    shape: "Ray's copy of a task's traceback",
    body: fence(
      "ray.exceptions.ActorDiedError: The actor died unexpectedly.",
      "ray.exceptions.RayTaskError(ValueError): ray::f() (pid=1)",
      '  File "/a.py", line 1, in f',
      "    x()",
      "ValueError: widget is square",
    ),
    at: 5,
    errorClass: "ValueError",
    message: "widget is square",
  },
  {
    shape: "remote traceback as text",
    body: fence(
      "multiprocessing.pool.RemoteTraceback: ",
      '"""',
      "Traceback (most recent call last):",
      '  File "/a.py", line 3, in f',
      "ValueError: deep",
      '"""',
    ),
    at: 5,
    errorClass: "ValueError",
    message: "deep",
  },
];

describe("report shapes", () => {
  test.each(SHAPES)("$shape", (row) => {
    const first = read(row.body.join("\n"))[0];
    expect({
      lineNumber: first?.lineNumber,
      line: first?.line,
      errorClass: first?.errorClass,
      message: first?.message,
    }).toEqual({
      lineNumber: row.at + 1,
      line: row.body[row.at],
      errorClass: row.errorClass ?? null,
      message: row.message,
    });
  });
});

describe("what must never win", () => {
  const ROOT = "ValueError: widget 17 does not fit";
  test.each([
    "[2025-08-14 17:50:07 TP0] Scheduler hit an exception: something",
    "[2025-08-14 17:50:07] Received sigquit from a child process. It usually means the child failed.",
    "[2025-08-14 17:50:07] Received sigquit from a child proces. It usually means the child failed.",
    "SIGQUIT received. signum=None, frame=None.",
    "Killed",
    "Exit code: -9",
    "SystemExit: 1",
    "asyncio.exceptions.CancelledError",
    "EOFError",
    "KeyError: '/mp-0je2dy8c'",
    "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:",
    "Exception: Capture cuda graph failed: widget 17 does not fit",
    "RuntimeError: Initialization failed. Please see the error messages above.",
    "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.",
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1",
    "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
    "node7:1333:1333 [0] NCCL INFO Plugin load returned 11 : libnccl-net.so: cannot open shared object file: No such file or directory",
    "2024-12-01 09:14:57.460649: E external/local_xla/xla/stream_executor/cuda/cuda_fft.cc:485] Unable to register cuFFT factory: Attempting to register factory for plugin cuFFT when one has already been registered",
    "E0000 00:00:1741156316.778497 3200844 cuda_dnn.cc:8310] Unable to register cuDNN factory: Attempting to register factory for plugin cuDNN when one has already been registered",
    "[2025-01-29 08:52:41 TP0] The following error message 'operation scheduled before its operands' can be ignored.",
    'loc("/a/decode.py":310:16): error: operation scheduled before its operands',
    "[2025-08-14 17:50:07] Ignore import error when loading sglang.srt.models.widget: No module named 'widget'",
    "        RX errors 0  dropped 0  overruns 0  frame 0",
    "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |",
    "Initialization failed. detoken_init_state: init ok",
    '    raise RuntimeError("no widget")',
    '#[error("Validation failed: {0}")]',
    'print("Error:", response.text)',
    "ERROR: test_widget (test_widget.TestWidget.test_widget)",
    "ERROR:    Exception in ASGI application",
    "Exception ignored in: <function Runtime.__del__ at 0x705e40350b80>",
  ])("%s", (line) => {
    const before = read(["```", line, "", ROOT, "```"].join("\n"));
    const after = read(["```", ROOT, "", line, "```"].join("\n"));
    expect(before[0]?.line).toBe(ROOT);
    expect(after[0]?.line).toBe(ROOT);
  });

  test.each(DROPPED)("a log line that holds: $text", ({ text, start }) => {
    const stamp = start ? "" : "[2025-08-14 17:50:07 widget.py:3 ERROR] ";
    expect(read(["```", `${stamp}${text}x failed: error 7`, "```"].join("\n"))).toEqual([]);
  });

  test.each([
    ["checklist", "- [x] 4. If you see RuntimeError: anything, please open a discussion"],
    ["source code in a fence", '```python\nraise ValueError(\n    f"widget {n} does not fit"\n)\n```'],
    [
      "rust source",
      '```rust\n#[derive(Debug, thiserror::Error)]\n#[error("Validation failed: {0}")]\nreturn Err(WidgetError::NoneLeft);\n```',
    ],
    ["mermaid", "```mermaid\ngraph TD\n  Watching --> Error: K8s API Error\n```"],
    [
      "a table of known errors",
      "| setup | result |\n|---|---|\n| ❌<br>(TypeError: 'Widget' object is not iterable) | ✅ |\n| ❌ (ValueError: no) | ✅ |",
    ],
    ["footnote", "[^6]: TypeError: object of type 'Widget' has no len()."],
    [
      "constructor in a sentence",
      'It is `ValueError("widgets are not supported in this architecture")` on Ampere.',
    ],
    ["check_env", "### Environment\n\nvllm: Module Not Found\nflashinfer: Module Not Found"],
    ["plan", "We should return a proper error when a worker fails, instead of crashing."],
    ["HTML comment", "<!-- ValueError: not shown -->"],
  ])("alone: %s is no error", (_, body) => {
    expect(read(body, "[Feature] nicer widgets")).toEqual([]);
  });
});

describe("order", () => {
  test("ranks that interleave are untangled by their prefix", () => {
    const errors = read(
      [
        "```",
        "[rank0]: Traceback (most recent call last):",
        "[rank1]: Traceback (most recent call last):",
        '[rank0]:   File "/a/zero.py", line 3, in zero',
        '[rank1]:   File "/a/one.py", line 4, in one',
        "[rank1]:     one()",
        "[rank0]:     zero()",
        "[rank1]: ValueError: one is wrong",
        "[rank0]: KeyError: 'zero'",
        "```",
      ].join("\n"),
    );
    expect(
      errors.map((error) => [error.errorClass, error.message, error.frames.map((frame) => frame.file)]),
    ).toEqual([
      ["ValueError", "one is wrong", ["/a/one.py"]],
      ["KeyError", "'zero'", ["/a/zero.py"]],
    ]);
  });

  test("the same traceback of every rank stands once, with a count", () => {
    const block = (rank: number) => [
      `[2025-08-14 17:50:0${rank} TP${rank}] Scheduler hit an exception: Traceback (most recent call last):`,
      '  File "/a/w.py", line 3, in w',
      "    f()",
      `RuntimeError: GPU ${rank} has no widget`,
      "",
    ];
    const errors = read(["```", ...[0, 1, 2, 3].flatMap(block), "```"].join("\n"));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ lineNumber: 5, count: 4, message: "GPU 0 has no widget" });
  });

  test("a log that runs backwards begins at its end", () => {
    const block = (time: string, message: string) => [
      `[2025-08-14 ${time}] Traceback (most recent call last):`,
      `[2025-08-14 ${time}]   File "/a/w.py", line 3, in ${message}`,
      `[2025-08-14 ${time}] ValueError: ${message}`,
    ];
    const errors = read(
      ["```", ...block("17:50:09", "late"), ...block("17:50:01", "early"), "```"].join("\n"),
    );
    expect(errors.map((error) => error.message)).toEqual(["early", "late"]);
  });

  test("an error that the title repeats stands once, at its place in the body", () => {
    const errors = read(
      '```\nTraceback (most recent call last):\n  File "/a.py", line 3, in f\nValueError: no slot for widget 7 left\n```',
      "[Bug] ValueError: no slot for widget",
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ part: "body", lineNumber: 4, count: 2 });
  });

  test("an error in the title only counts", () => {
    const title = "[Bug] ModuleNotFoundError: No module named 'widgets'";
    expect(read("It does not start.", title)[0]).toMatchObject({
      part: "title",
      lineNumber: 0,
      line: title,
      errorClass: "ModuleNotFoundError",
      message: "No module named 'widgets'",
    });
  });

  test("parts keep their ids, and the body goes first", () => {
    const report = extractReport({
      title: "t",
      parts: [
        { kind: "body", id: "body", author: "a", text: "`KeyError: 'a'`" },
        { kind: "comment", id: "42", author: "b", text: "me too\n\n`ValueError: other`" },
      ],
    });
    expect(report.errors.map((error) => [error.part, error.lineNumber, error.errorClass])).toEqual([
      ["body", 1, "KeyError"],
      ["42", 3, "ValueError"],
    ]);
  });

  test("frames run from the outermost to the innermost, with their source", () => {
    const [error] = read(
      [
        "Traceback (most recent call last):",
        '  File "/a/main.py", line 3, in main',
        "    run()",
        '  File "/a/w.py", line 12, in run',
        "    raise KeyError(k)",
        "KeyError: 37",
      ].join("\n"),
    );
    expect(error?.frames).toEqual([
      { file: "/a/main.py", line: 3, function: "main", source: "run()" },
      { file: "/a/w.py", line: 12, function: "run", source: "raise KeyError(k)" },
    ]);
  });

  test("of a bare class the line above tells which", () => {
    const [error] = read(
      ["```", "    assert self.slots % self.size == 0", "AssertionError", "```"].join("\n"),
    );
    expect(error).toMatchObject({ errorClass: "AssertionError", message: "", lineNumber: 3 });
    expect(error?.frames.map((frame) => frame.source)).toEqual(["assert self.slots % self.size == 0"]);
  });

  test("frames without a header, their first line behind a stamp", () => {
    const [error] = read(
      fence(
        '[2025-08-14 17:50:07 TP0]   File "/a/runner.py", line 3, in run',
        "    self.load()",
        '  File "/a/loader.py", line 4, in load',
        "    slots[name]",
        "KeyError: 3",
      ).join("\n"),
    );
    expect(error?.frames).toEqual([
      { file: "/a/runner.py", line: 3, function: "run", source: "self.load()" },
      { file: "/a/loader.py", line: 4, function: "load", source: "slots[name]" },
    ]);
  });

  test("frames that stand upside down are turned over", () => {
    const [error] = read(
      fence(
        "KeyError: 3",
        "    ~~~~~^^^^^^",
        "    slots[name]",
        '  File "/a/loader.py", line 4, in load',
        "    self.load()",
        '  File "/a/runner.py", line 3, in run',
        "Traceback (most recent call last):",
      ).join("\n"),
    );
    expect(error?.count).toBe(1);
    expect(error?.frames).toEqual([
      { file: "/a/runner.py", line: 3, function: "run", source: "self.load()" },
      { file: "/a/loader.py", line: 4, function: "load", source: "slots[name]" },
    ]);
  });

  test("faulthandler's frames are those of the thread that failed, innermost last", () => {
    const [error] = read(
      [
        "```",
        "Fatal Python error: Segmentation fault",
        "",
        "Current thread 0x1 (most recent call first):",
        '  File "/a/w.py", line 12 in spin',
        '  File "/a/main.py", line 3 in main',
        "",
        "Thread 0x2 (most recent call first):",
        '  File "/a/other.py", line 1 in wait',
        "```",
      ].join("\n"),
    );
    expect(error?.frames.map((frame) => frame.function)).toEqual(["main", "spin"]);
  });
});
