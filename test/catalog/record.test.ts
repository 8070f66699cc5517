import { expect, test } from "vitest";
import { parseEntry } from "../../src/catalog/load.ts";
import type { Place } from "../../src/catalog/place.ts";
import { recordSchema } from "../../src/catalog/record.ts";
import { recordOf } from "../../src/catalog/record-of.ts";
import { entryText } from "./entry-text.ts";

const parsed = parseEntry(entryText(), "entries/other/the-frobnicator-has-teeth.yml");
if (!("entry" in parsed)) throw new Error("the test's entry is not valid");
const { entry } = parsed;

const place: Place = {
  project: "sgl-project/sglang",
  commit: "d315eb725044e435b146c85488b7c6d9222f7fec",
  release: null,
  file: "python/sglang/srt/frob.py",
  function: "Frob.check",
  firstLine: 20,
  lastLine: 23,
};

test("with a place and its source, the record is whole and links the excerpt", () => {
  const record = recordOf(entry, place, { text: "x", start: 2, end: 41 });
  expect(recordSchema.parse(record)).toEqual(record);
  expect(record).toMatchObject({
    slug: "the-frobnicator-has-teeth",
    backgroundTag: "other",
    messagePattern: "The frobnicator has (.+?) teeth but (.+?) are needed",
    lineNumber: 20,
    sourceCodeStart: 2,
    githubUrl: `https://github.com/sgl-project/sglang/blob/${place.commit}/python/sglang/srt/frob.py#L2-L41`,
  });
});

test("without the source, the link shows the raising lines", () => {
  const record = recordOf(entry, place, null);
  expect(record.githubUrl).toMatch(/#L20-L23$/);
  expect(record.sourceCode).toBeNull();
});

test("without a place, nothing of a place is made up", () => {
  const record = recordOf(entry, null, null);
  expect(recordSchema.parse(record)).toEqual(record);
  expect([record.filePath, record.lineNumber, record.githubUrl]).toEqual([null, null, null]);
});

test("a key the schema does not know is refused with its name", () => {
  const checked = recordSchema.safeParse({ ...recordOf(entry, null, null), extra: 1 });
  expect(checked.error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: ["extra"] });
});
