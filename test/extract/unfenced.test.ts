import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";
import type { ReportedError } from "../../src/extract/report.ts";

function read(body: string, title = "it does not start"): ReportedError[] {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }).errors;
}

const fence = (...lines: string[]) => ["```", ...lines, "```"].join("\n");

interface Row {
  shape: string;
  body: string;
  line: number;
  errorClass: string | null;
  message: string;
}

/** Errors without a class in front, or in the middle of a sentence. */
const FIRST: Row[] = [
  {
    shape: "python -m, the error in brackets counts",
    body: fence(
      "/srv/venv/bin/python3: Error while finding module specification for 'widget.start' (ModuleNotFoundError: No module named 'widget')",
    ),
    line: 2,
    errorClass: "ModuleNotFoundError",
    message: "No module named 'widget'",
  },
  {
    shape: "python -m, brackets without a class",
    body: fence("python3: Error while finding module specification for 'widget.start'"),
    line: 2,
    errorClass: null,
    message: "Error while finding module specification for 'widget.start'",
  },
  {
    shape: "python -m, no quotes around the module",
    body: fence("python: No module named widget"),
    line: 2,
    errorClass: null,
    message: "No module named widget",
  },
  {
    shape: "python -m in a sentence",
    body: "All I see is `python3.11: No module named widget.serve` and then the prompt.",
    line: 1,
    errorClass: null,
    message: "No module named widget.serve",
  },
  {
    shape: "python, the script is not there",
    body: fence("/usr/bin/python: can't open file '/srv/run.py': [Errno 2] No such file or directory"),
    line: 2,
    errorClass: null,
    message: "can't open file '/srv/run.py': [Errno 2] No such file or directory",
  },
  {
    shape: "bash does not know the command",
    body: fence("bash: widgetctl: command not found"),
    line: 2,
    errorClass: null,
    message: "bash: widgetctl: command not found",
  },
  {
    shape: "sh of a Dockerfile does not know the command",
    body: fence("#9 0.312 /bin/sh: 1: widgetc: not found"),
    line: 2,
    errorClass: null,
    message: "/bin/sh: 1: widgetc: not found",
  },
  {
    shape: "torch warns that CUDA does not start",
    body: fence(
      "2025-07-18 17:51:47 /opt/torch/cuda/__init__.py:174: UserWarning: CUDA initialization: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized",
      "2025-07-18 17:51:47   return torch._C._cuda_getDeviceCount() > 0",
    ),
    line: 2,
    errorClass: null,
    message:
      "CUDA initialization: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized",
  },
  {
    shape: "a bare Exception in back-ticks",
    body: "Each time it ends with `Exception: widget 2 is older than 3`.",
    line: 1,
    errorClass: "Exception",
    message: "widget 2 is older than 3",
  },
  {
    shape: "a bare Exception at the start of prose",
    body: "Exception: the pool of widgets is gone",
    line: 1,
    errorClass: "Exception",
    message: "the pool of widgets is gone",
  },
  {
    shape: "a bare Exception after words of failure",
    body: "The worker stops with error: Exception: the pool of widgets is gone",
    line: 1,
    errorClass: "Exception",
    message: "the pool of widgets is gone",
  },
  {
    shape: "a bare Exception in a story",
    body: "Then Exception: the pool of widgets is gone",
    line: 1,
    errorClass: "Exception",
    message: "the pool of widgets is gone",
  },
  {
    shape: "a header that is missing, without its file",
    body: fence("fatal error: widget.h: No such file or directory"),
    line: 2,
    errorClass: null,
    message: "fatal error: widget.h: No such file or directory",
  },
  {
    shape: "graph capture quotes an error with its class",
    body: fence(
      "[2026-05-22 04:54:32 TP6] Piecewise CUDA Graph failed with error: ValueError: slot 7 is taken",
    ),
    line: 2,
    errorClass: "ValueError",
    message: "Piecewise CUDA Graph failed with error: ValueError: slot 7 is taken",
  },
  {
    shape: "the kernel's log of a lost GPU",
    body: fence("NVRM: Xid (PCI:0000:c1:00): 79, pid=4711, GPU has fallen off the bus."),
    line: 2,
    errorClass: null,
    message: "NVRM: Xid (PCI:0000:c1:00): 79, pid=4711, GPU has fallen off the bus.",
  },
  {
    shape: "nvidia-smi without a GPU",
    body: fence("Unable to determine the device handle for GPU2: 0000:C1:00.0: Unknown Error"),
    line: 2,
    errorClass: null,
    message: "Unable to determine the device handle for GPU2: 0000:C1:00.0: Unknown Error",
  },
  {
    shape: "nvidia-smi without a driver",
    body: fence("$ nvidia-smi", "Failed to initialize NVML: Driver/library version mismatch"),
    line: 3,
    errorClass: null,
    message: "Failed to initialize NVML: Driver/library version mismatch",
  },
  {
    shape: "a grammar that refuses a token",
    body: fence(
      "[2025-08-14 17:50:07 TP0] Grammar accept_token failed for req 7 with token 5: Tokens not accepted: 5",
    ),
    line: 2,
    errorClass: null,
    message: "Grammar accept_token failed for req 7 with token 5: Tokens not accepted: 5",
  },
  {
    shape: "draft tree without a parent, in back-ticks",
    body: "Many lines of\n`invalid eagle tree!!! Detected a token with no parent token selected. Look at the logs.`",
    line: 2,
    errorClass: null,
    message: "invalid eagle tree!!! Detected a token with no parent token selected. Look at the logs.",
  },
  {
    shape: "aiter's call of HIP",
    body: fence(
      "[aiter] fail to call hipModuleLaunchKernel( f, x, 1, 1, 0, stream, nullptr, (void**)&c) ---> [HIP error](invalid argument)",
    ),
    line: 2,
    errorClass: null,
    message:
      "fail to call hipModuleLaunchKernel( f, x, 1, 1, 0, stream, nullptr, (void**)&c) ---> [HIP error](invalid argument)",
  },
  {
    shape: "uv's sentence in a code span",
    body: "Installing gives `Because widget-py was not found in the package registry and you require widget-py, we can conclude that your requirements are unsatisfiable.` here.",
    line: 1,
    errorClass: null,
    message:
      "Because widget-py was not found in the package registry and you require widget-py, we can conclude that your requirements are unsatisfiable.",
  },
  {
    shape: "uv's sentence about a version",
    body: fence(
      "  ╰─▶ Because there is no version of widget-py==9 and you require widget-py==9, we can conclude that your",
      "      requirements are unsatisfiable.",
    ),
    line: 2,
    errorClass: null,
    message:
      "Because there is no version of widget-py==9 and you require widget-py==9, we can conclude that your",
  },
  {
    shape: "NIXL's status in a sentence",
    body: "The second node shows NIXL_ERR_REMOTE_DISCONNECT after some minutes.",
    line: 1,
    errorClass: null,
    message: "NIXL_ERR_REMOTE_DISCONNECT",
  },
  {
    shape: "cuBLAS' status in a sentence",
    body: "I hit CUBLAS_STATUS_EXECUTION_FAILED on the second request.",
    line: 1,
    errorClass: null,
    message: "CUBLAS_STATUS_EXECUTION_FAILED",
  },
  {
    shape: "HIP's line in quotes",
    body: fence('"hipErrorNoBinaryForGpu: no code object for device 3!"'),
    line: 2,
    errorClass: null,
    message: "hipErrorNoBinaryForGpu: no code object for device 3!",
  },
  {
    shape: "NVCC without its output",
    body: fence("NVCC compilation failed: see /tmp/widget.log"),
    line: 2,
    errorClass: null,
    message: "NVCC compilation failed: see /tmp/widget.log",
  },
  {
    shape: "gcc's own line",
    body: fence("/srv/widget.cpp:12:10: error: 'slot' was not declared in this scope"),
    line: 2,
    errorClass: null,
    message: "/srv/widget.cpp:12:10: error: 'slot' was not declared in this scope",
  },
  {
    shape: "huggingface_hub's second paragraph",
    body: fence(
      "huggingface_hub.errors.RepositoryNotFoundError: 404 Client Error. (Request ID: Root=1-67;abc)",
      "",
      "Repository Not Found for url: https://example.org/a/b.",
      "Look at the name.",
      "",
      "root@node:/#",
    ),
    line: 2,
    errorClass: "huggingface_hub.errors.RepositoryNotFoundError",
    message:
      "404 Client Error. (Request ID: Root=1-67;abc)\n\nRepository Not Found for url: https://example.org/a/b.\nLook at the name.",
  },
  {
    shape: "huggingface_hub's second paragraph, no fence",
    body: "huggingface_hub.errors.GatedRepoError: 401 Client Error. (Request ID: Root=1-67;abc)\n\nCannot access gated repo for url https://example.org/a/b.\n\nWhat shall I do?",
    line: 1,
    errorClass: "huggingface_hub.errors.GatedRepoError",
    message:
      "401 Client Error. (Request ID: Root=1-67;abc)\n\nCannot access gated repo for url https://example.org/a/b.",
  },
  {
    shape: "log line in Python's own layout",
    body: fence("ERROR:widget.pool:RuntimeError: slot 7 is taken"),
    line: 2,
    errorClass: "RuntimeError",
    message: "slot 7 is taken",
  },
  {
    shape: "a message in marks that words of failure announce",
    body: 'It stops with the error "widget kernel is not supported on this card" at once.',
    line: 1,
    errorClass: null,
    message: "widget kernel is not supported on this card",
  },
];

describe("errors without a class in front", () => {
  test.each(FIRST)("$shape", ({ body, line, errorClass, message }) => {
    const [error] = read(body);
    expect(error).toMatchObject({ lineNumber: line, errorClass, message, part: "body" });
    expect(error?.line).toBe(body.split("\n")[line - 1]);
  });

  test.each([
    ["quotes", 'it failed with assertion error "assert self.kind == torch.uint8"'],
    ["code span", "it crashes on `assert self.kind == torch.uint8` in the loader"],
    ["title's words", "AssertionError at `assert self.kind == torch.uint8`"],
  ])("an assertion quoted in %s is a class with its source", (_, body) => {
    const [error] = read(body);
    expect(error).toMatchObject({ errorClass: "AssertionError", message: "" });
    expect(error?.frames.map((frame) => frame.source)).toEqual(["assert self.kind == torch.uint8"]);
  });

  test.each([
    ["a word in bold", "**Exception:** if the flag is set, all of it is skipped"],
    ["a word at the start of a sentence", "Exception: none."],
    ["a reporter's heading", "- Root cause: the kernel is built for another card"],
    ["a status that is none of failure", "It returns CUBLAS_STATUS_SUCCESS, still the output is wrong."],
    ["a status in source", fence("if (status == cudaErrorInvalidValue) { return false; }")],
    ["a command in marks", "What fails is: `python -m widget --not-supported`"],
    ["a text that quotes a setting", 'The option "not supported" is grey.'],
  ])("%s is no error", (_, body) => {
    expect(read(body)).toEqual([]);
  });
});

/** Several errors on one line of prose. */
const SEVERAL: { shape: string; body: string; errors: [string, string][] }[] = [
  {
    shape: "each in its own code span",
    body: "First `KeyError: 'slot_7'`, later `RuntimeError: no widgets left. Add some`.",
    errors: [
      ["KeyError", "'slot_7'"],
      ["RuntimeError", "no widgets left. Add some"],
    ],
  },
  {
    shape: "the first at the line's start",
    body: "`KeyError: 'slot_7'` and then `RuntimeError: no widgets left`",
    errors: [
      ["KeyError", "'slot_7'"],
      ["RuntimeError", "no widgets left"],
    ],
  },
  {
    shape: "without marks",
    body: "It says KeyError: 'slot_7', then RuntimeError: no widgets left",
    errors: [
      ["KeyError", "'slot_7'"],
      ["RuntimeError", "no widgets left"],
    ],
  },
  {
    shape: "the second has a general class",
    body: "I get `a.b.PackageNotFoundError: widget`. Then it says `Exception: widget 2 is missing here`.",
    errors: [
      ["a.b.PackageNotFoundError", "widget"],
      ["Exception", "widget 2 is missing here"],
    ],
  },
  {
    shape: "a class that the message quotes is none of its own",
    body: "It says InternalTorchDynamoError: RuntimeError: no seed while capturing",
    errors: [["InternalTorchDynamoError", "RuntimeError: no seed while capturing"]],
  },
];

test.each(SEVERAL)("errors of one sentence: $shape", ({ body, errors }) => {
  const found = read(body);
  expect(found.map((error) => [error.errorClass, error.message])).toEqual(errors);
  expect(found.every((error) => error.lineNumber === 1 && error.line === body)).toBe(true);
});

describe("what only the title says", () => {
  test.each([
    [
      "argparse",
      "[Bug] serve.py: error: unrecognized arguments: --widgets",
      null,
      "unrecognized arguments: --widgets",
    ],
    [
      "argparse without a program",
      "error: argument --tp: invalid int value: 'x'",
      null,
      "argument --tp: invalid int value: 'x'",
    ],
    [
      "advice",
      "Odd advice: Not enough widgets. Please try to add --widgets",
      null,
      "Not enough widgets. Please try to add --widgets",
    ],
    [
      "a message in quotes",
      '[Bug] 4-bit model: "WIDGETS is not installed" for packed layers',
      null,
      "WIDGETS is not installed",
    ],
    ["a class alone", "[Bug] start: AssertionError from widget when HOME is unset", "AssertionError", ""],
    ["a status", "[Bug] decode node dies: NIXL_ERR_BACKEND", null, "NIXL_ERR_BACKEND"],
  ])("%s", (_, title, errorClass, message) => {
    expect(read("please help", title)).toMatchObject([
      { part: "title", lineNumber: 0, line: title, errorClass, message },
    ]);
  });

  test.each([
    ["a wish", "[Feature] raise ValueError when the flag is wrong"],
    ["a defect in words", "[Bug] the parser can raise AssertionError from its tokenizer"],
    ["a question", "[Question] why is AssertionError in the log?"],
    ["a name in quotes", '[Bug] "my favourite model of all" is slow'],
  ])("%s is no error", (_, title) => {
    expect(read("please help", title)).toEqual([]);
  });

  test("it is silent where the text shows the error", () => {
    const errors = read(fence("ValueError: slot 7 is taken"), "[Bug] AssertionError when starting");
    expect(errors.map((error) => error.errorClass)).toEqual(["ValueError"]);
  });
});
