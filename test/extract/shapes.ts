/** The pieces that the extraction tests combine: line prefixes, error shapes, wrappings. Written for the tests. */

export interface PrefixShape {
  name: string;
  /** Stands before every line of a message, or before the first only. */
  every: boolean;
  text: string;
}

export const PREFIXES: PrefixShape[] = [
  { name: "none", every: true, text: "" },
  { name: "SGLang stamp with rank, first line only", every: false, text: "[2025-08-14 17:50:07 TP4] " },
  { name: "SGLang stamp with several ranks", every: false, text: "[2025-08-14 17:50:07 DP2 TP2 EP2] " },
  { name: "SGLang stamp with pipeline rank", every: false, text: "[2025-08-14 17:50:07 PP1 TP1] " },
  { name: "SGLang stamp on every line", every: true, text: "[2025-08-14 17:50:07] " },
  { name: "torchrun rank", every: true, text: "[rank3]: " },
  { name: "Ray worker", every: true, text: "(WorkerDict pid=616, ip=10.1.2.3) " },
  { name: "Ray actor", every: true, text: "(SGLangEngine pid=77012) " },
  { name: "Ray actor with colours", every: true, text: "\u001b[36m(SGLangEngine pid=77012)\u001b[0m " },
  { name: "Ray actor, escapes lost", every: true, text: "[36m(SGLangEngine pid=77012)[0m " },
  { name: "Ray actor, escapes as text", every: true, text: "\\u001b[36m(SGLangEngine pid=77012)\\u001b[0m " },
  { name: "docker compose", every: true, text: "sglang-1  | " },
  { name: "docker build", every: true, text: "#14 359.9 " },
  { name: "docker build without step", every: true, text: "359.9 " },
  { name: "docker log time", every: true, text: "2025-08-14T17:50:07.292645107Z " },
  { name: "kubelet", every: true, text: "2025-08-14T17:50:07.292645107Z stderr F " },
  { name: "journald", every: true, text: "Aug 14 17:50:07 gpu-node7 sglang[931930]: " },
  { name: "loguru", every: true, text: "2025-08-14 17:50:07 | ERROR | stderr | " },
  { name: "Python logging", every: true, text: "2025-08-14 17:50:07,693 - __main__ - INFO - " },
  {
    name: "doubled time stamp",
    every: true,
    text: "2025-08-14T17:50:07.292Z 2025-08-14 17:50:07,292 - sglang - INFO - ",
  },
  { name: "level before time", every: true, text: "ERROR 2025-08-14T17:50:07.209Z " },
  { name: "quote inside a fence", every: true, text: "> " },
  { name: "MPI", every: true, text: "Thu Aug 14 11:55:50 2025[1,3]<stderr>:" },
  { name: "terminal interface", every: true, text: "│ " },
];

export interface ErrorShape {
  name: string;
  /** Lines; the one at `at` holds the error. */
  lines: string[];
  at: number;
  errorClass: string | null;
  message: string;
  /** Lines of this shape stand alone in real logs: no "every line" prefix is put before them. */
  multi?: boolean;
}

const FRAMES = [
  '  File "/sgl-workspace/sglang/python/sglang/srt/managers/scheduler.py", line 3001, in run_scheduler_process',
  "    scheduler = Scheduler(server_args, port_args)",
  '  File "/sgl-workspace/sglang/python/sglang/srt/widget/loader.py", line 88, in load_widget',
  "    self.check(widget)",
  "    ^^^^^^^^^^^^^^^^^^",
];

export const ERRORS: ErrorShape[] = [
  {
    name: "plain traceback",
    lines: [
      "Traceback (most recent call last):",
      ...FRAMES,
      "ValueError: widget 17 does not fit into slot 4",
    ],
    at: 6,
    errorClass: "ValueError",
    message: "widget 17 does not fit into slot 4",
  },
  {
    name: "traceback in mid-line",
    lines: [
      "Scheduler hit an exception: Traceback (most recent call last):",
      ...FRAMES,
      "RuntimeError: widget pool is exhausted: need 12, have 3",
    ],
    at: 6,
    errorClass: "RuntimeError",
    message: "widget pool is exhausted: need 12, have 3",
  },
  {
    name: "dotted class",
    lines: [
      "Traceback (most recent call last):",
      ...FRAMES,
      "acme.widgets.errors.WidgetError: slot is taken",
    ],
    at: 6,
    errorClass: "acme.widgets.errors.WidgetError",
    message: "slot is taken",
  },
  {
    name: "dotted class without Error in its name",
    lines: ["Traceback (most recent call last):", ...FRAMES, "acme.widgets.OutOfSlots: none of 8 is free"],
    at: 6,
    errorClass: "acme.widgets.OutOfSlots",
    message: "none of 8 is free",
  },
  {
    name: "class without a message",
    lines: [
      "Traceback (most recent call last):",
      ...FRAMES.slice(0, 3),
      "    assert widget.ready",
      "AssertionError",
    ],
    at: 5,
    errorClass: "AssertionError",
    message: "",
  },
  {
    name: "frames without a header",
    lines: [...FRAMES, "KeyError: 'model.layers.3.widget.weight'"],
    at: 5,
    errorClass: "KeyError",
    message: "'model.layers.3.widget.weight'",
  },
  {
    name: "last line only",
    lines: ["NotImplementedError: widgets of kind 'round' are not supported yet"],
    at: 0,
    errorClass: "NotImplementedError",
    message: "widgets of kind 'round' are not supported yet",
  },
];

/** Ways a report holds a log. */
export const WRAPPINGS: { name: string; wrap: (lines: string[]) => string[]; offset: number }[] = [
  { name: "fence", wrap: (lines) => ["It fails:", "", "```", ...lines, "```", "", "Any idea?"], offset: 3 },
  { name: "fence with a language", wrap: (lines) => ["```python", ...lines, "```"], offset: 1 },
  {
    name: "unclosed fence",
    wrap: (lines) => ["```", ...lines, "", "### Environment", "", "nothing"],
    offset: 1,
  },
  { name: "tildes", wrap: (lines) => ["~~~", ...lines, "~~~"], offset: 1 },
  { name: "pre", wrap: (lines) => ["<pre>", ...lines, "</pre>"], offset: 1 },
  {
    name: "details",
    wrap: (lines) => ["<details><summary>log</summary>", "", "```", ...lines, "```", "</details>"],
    offset: 3,
  },
  {
    name: "fence inside a list item",
    wrap: (lines) => ["1. start it", "   ```", ...lines.map((line) => `   ${line}`), "   ```"],
    offset: 2,
  },
  {
    name: "block quote",
    wrap: (lines) => ["> **log**", ">", ...lines.map((line) => `> ${line}`), "", "Thanks"],
    offset: 2,
  },
  { name: "no fence at all", wrap: (lines) => ["Here is the log", "", ...lines, "", "Thanks"], offset: 2 },
  { name: "CRLF", wrap: (lines) => ["```", ...lines, "```"].map((line) => `${line}\r`), offset: 1 },
];
