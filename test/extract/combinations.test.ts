import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";
import { ERRORS, PREFIXES, WRAPPINGS } from "./shapes.ts";

function read(body: string) {
  return extractReport({
    title: "it does not start",
    parts: [{ kind: "body", id: "body", author: "", text: body }],
  });
}

describe.each(WRAPPINGS)("in $name", (wrapping) => {
  // Each error shape behind each prefix in each wrapping: one test for a prefix keeps the run short.
  test.each(PREFIXES)("behind $name", (prefix) => {
    for (const error of ERRORS) {
      const lines = error.lines.map((line, index) =>
        prefix.every || index === 0 ? prefix.text + line : line,
      );
      const body = wrapping.wrap(lines).join("\n");
      const report = read(body);
      const first = report.errors[0];
      const lineNumber = wrapping.offset + error.at + 1;
      expect({
        shape: error.name,
        lineNumber: first?.lineNumber,
        errorClass: first?.errorClass,
        message: first?.message,
        line: first?.line,
        roots: report.errors.filter((other) => other.role === "root").length,
      }).toEqual({
        shape: error.name,
        lineNumber,
        errorClass: error.errorClass,
        message: error.message,
        line: body.split("\n")[lineNumber - 1]?.replace(/\r$/, ""),
        roots: 1,
      });
    }
  });
});
