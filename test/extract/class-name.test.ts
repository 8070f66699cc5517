import { expect, test } from "vitest";
import { isErrorName } from "../../src/extract/class-name.ts";

test.each([
  ["KeyError", true],
  ["torch.OutOfMemoryError", true],
  ["acme.widgets.WidgetException", true],
  ["numpy._core._exceptions._ArrayMemoryError", true],
  ["_SlotError", true],
  ["nixl_cu12._bindings.nixlBackendError", true],
  ["nixlNotFoundError", true],
  ["triton.runtime.errors.OutOfResources", true],
  ["Error", false],
  ["_Error", false],
  ["cudaError", false],
  ["ncclUnhandledCudaError", false],
  ["window.onError", false],
  ["acme.widgets.error", false],
  ["on_error", false],
  ["Terror", false],
])("%s: an exception's name is %s", (name, expected) => {
  expect(isErrorName(name)).toBe(expected);
});
