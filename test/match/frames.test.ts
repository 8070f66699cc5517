import { describe, expect, test } from "vitest";
import type { FrameMatcher } from "../../src/catalog/entry.ts";
import { fileFits, findFrame, functionFits, packageOf } from "../../src/match/frames.ts";
import { frame } from "./builders.ts";

test.each([
  ["/usr/lib/python3/dist-packages/sglang/srt/models/llama.py", "sglang/srt/models/llama.py", true],
  ["C:\\env\\sglang\\srt\\models\\llama.py", "sglang/srt/models/llama.py", true],
  ["/x/mysglang/srt/models/llama.py", "sglang/srt/models/llama.py", false],
  ["/x/sglang/srt/models/qwen.py", "sglang/srt/models/", true],
  ["/x/sglang/srt/layers/qwen.py", "sglang/srt/models/", false],
])("%s against %s", (path, suffix, fits) => {
  expect(fileFits(path, suffix)).toBe(fits);
});

test.each([
  ["load_weights", "LlamaForCausalLM.load_weights", true],
  ["LlamaForCausalLM.load_weights", "load_weights", true],
  ["load_weights_from", "load_weights", false],
  [null, "load_weights", false],
])("function %s against %s", (found, name, fits) => {
  expect(functionFits(found, name)).toBe(fits);
});

describe("the frame a matcher asks for", () => {
  const trace = [
    frame("/a/sglang/srt/managers/scheduler.py", "run_scheduler_process"),
    frame("/a/sglang/srt/models/llama.py", "load_weights", { source: "param = params_dict[name]" }),
    frame("/a/torch/_ops.py", "__call__"),
  ];
  const find = (wanted: Partial<FrameMatcher>) =>
    findFrame(trace, { where: "anywhere", ...wanted })?.function ?? null;

  test.each<[string, Partial<FrameMatcher>, string | null]>([
    ["by file", { file: "sglang/srt/models/llama.py" }, "load_weights"],
    ["by folder and function", { file: "sglang/srt/models/", function: "load_weights" }, "load_weights"],
    ["by one of several functions", { function: ["forward", "__call__"] }, "__call__"],
    ["by echoed source", { source: "params_dict[{name}]" }, "load_weights"],
    ["innermost only", { where: "innermost", file: "sglang/srt/models/llama.py" }, null],
    ["innermost found", { where: "innermost", function: "__call__" }, "__call__"],
    ["nothing fits", { function: "forward" }, null],
  ])("%s", (_, wanted, found) => {
    expect(find(wanted)).toBe(found);
  });
});

test.each([
  ["/opt/venv/lib/python3.12/site-packages/torch/_ops.py", "torch"],
  ["/usr/local/lib/python3.10/dist-packages/sgl_kernel/moe.py", "sgl_kernel"],
  ["/usr/lib/python3.10/json/decoder.py", "python"],
  ["/sgl-workspace/sglang/python/sglang/srt/server.py", "sglang"],
  ["/home/me/run.py", null],
])("the package of %s is %s", (path, name) => {
  expect(packageOf(path)).toBe(name);
});
