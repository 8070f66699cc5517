import { describe, expect, test } from "vitest";
import { fingerprintOf, maskMessage } from "../../src/match/mask.ts";
import { error, frame } from "./builders.ts";

test.each([
  ["numbers", "expected 15 but got 16", "expected <n> but got <n>"],
  ["addresses", "at 0x7f57d9a00000.", "at <address>."],
  ["request ids", "rid 3fe2a694102f42b2bb8da8e05e43838a", "rid <id>"],
  ["guids", "id 123e4567-e89b-12d3-a456-426614174000 gone", "id <id> gone"],
  ["paths", "open /home/me/.cache/x.so failed", "open <path> failed"],
  ["hosts", "connect 10.0.0.1:8000 refused", "connect <host> refused"],
  ["urls", "GET https://huggingface.co/x/y?z=1 failed", "GET <url> failed"],
  ["lists", "src=[1152, 1152] differs", "src=<numbers> differs"],
  ["shapes", "shape (3, 4096) and (3,)", "shape <numbers> and <numbers>"],
  ["lists of fractions and of negative numbers", "[-1.5, 2e-3, 4]", "<numbers>"],
  ["no list of words", "[a, 1]", "[a, <n>]"],
  ["tensors", "'model.layers.3.mlp.gate_up_proj.weight_scale_inv'", "'<tensor>.weight_scale_inv'"],
  ["tensors of other layouts", "visual.blocks.0.attn.qkv.bias missing", "<tensor>.bias missing"],
  ["no attribute that is no tensor", "'self.model_runner.weights'", "'self.model_runner.weights'"],
  [
    "no hint below an error",
    "CUDA error: bad\nCUDA kernel errors might be asynchronously reported",
    "CUDA error: bad",
  ],
  [
    "sizes",
    "Tried to allocate 2.50 GiB, 300 MiB free, 7 bytes",
    "Tried to allocate <size>, <size> free, <size>",
  ],
  ["names keep their digits", "fp8e4nv on sm90", "fp8e4nv on sm90"],
  ["white space", "a\n   b", "a b"],
])("masks %s", (_, message, masked) => {
  expect(maskMessage(message)).toBe(masked);
});

test.each(["[", "("])("numbers behind a %s that nothing closes cost no more than their length", (open) => {
  // A pattern that tries every way to part the digits does not come back from these.
  expect(maskMessage(`${open}${"1".repeat(1_000)}x`)).toHaveLength(300);
});

test("a masked message is bounded", () => {
  expect(maskMessage("word ".repeat(10_000)).length).toBeLessThanOrEqual(300);
});

describe("fingerprints", () => {
  const base = { errorClass: "KeyError", message: "'model.layers.3.w'", frames: [frame("/a/x.py", "load")] };
  test.each([
    ["another number", { message: "'model.layers.17.w'" }, true],
    ["another folder", { frames: [frame("/b/x.py", "load")] }, true],
    ["a module before the class", { errorClass: "a.KeyError" }, true],
    ["another function", { frames: [frame("/a/x.py", "save")] }, false],
    ["another message", { message: "'lm_head.w'" }, false],
    ["another class", { errorClass: "IndexError" }, false],
  ])("%s", (_, changes, same) => {
    expect(fingerprintOf(error({ ...base, ...changes })) === fingerprintOf(error(base))).toBe(same);
  });
});
