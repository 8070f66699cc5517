import { expect, test } from "vitest";
import { readMarker, writeMarker } from "../../src/reply/marker.ts";

const A = "e5d14d89baab6914";
const B = "1cf1ea870b01f5b5";

test.each([[[]], [[A]], [[A, B]]])("what is written is read back: %j", (recordIds) => {
  expect(readMarker(`${writeMarker(recordIds)}\ntext`)).toEqual({ version: 1, recordIds });
});

test("GitHub may change line ends", () => {
  expect(readMarker(`${writeMarker([A])}\r\ntext`)?.recordIds).toEqual([A]);
});

test.each([
  ["quoted", `> ${writeMarker([A])}`],
  ["further down", `text\n${writeMarker([A])}`],
  ["behind a space", ` ${writeMarker([A])}`],
  ["with text behind it", `${writeMarker([A])} and more`],
  ["of another bot", "<!-- triage v1 -->\n"],
  ["with an id that is none", "<!-- sglang-triage v1 xyz -->\n"],
  ["in code", `\`\`\`\n${writeMarker([A])}\n\`\`\``],
  ["nothing", ""],
])("no marker: %s", (_name, comment) => {
  expect(readMarker(comment)).toBeNull();
});

test("an id that could not be read back is refused", () => {
  expect(() => writeMarker(["--> @octocat"])).toThrow(RangeError);
  expect(() => writeMarker(Array(21).fill(A))).toThrow(RangeError);
});
