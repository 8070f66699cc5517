import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";

function read(body: string) {
  return extractReport({ title: "no answer", parts: [{ kind: "body", id: "body", author: "", text: body }] })
    .errors;
}

const fence = (...lines: string[]) => ["```json", ...lines, "```"].join("\n");
const MESSAGE = '  "message": "Shelf 7 holds no \\"widget\\".",';

describe("an error body over several lines", () => {
  /** Lines, class, and the number of the message's line. */
  test.each<[string, string, string | null, number]>([
    [
      "SGLang's",
      fence("{", '  "object": "error",', MESSAGE, '  "type": "BadRequestError",', '  "code": 400', "}"),
      "BadRequestError",
      4,
    ],
    [
      "OpenAI's, a type that is no class",
      fence(
        "{",
        '  "error": {',
        MESSAGE,
        '    "type": "invalid_request_error",',
        '    "param": null',
        "  }",
        "}",
      ),
      null,
      4,
    ],
    [
      "the code alone, other keys between",
      fence("{", MESSAGE, '  "param": null,', '  "status": 503', "}"),
      null,
      3,
    ],
    ["without a fence", `I get\n\n{\n${MESSAGE}\n"type": "BadRequestError"\n}`, "BadRequestError", 4],
  ])("%s", (_, body, errorClass, lineNumber) => {
    expect(read(body)).toMatchObject([
      { lineNumber, errorClass, message: 'Shelf 7 holds no "widget".', shape: "http-body" },
    ]);
  });

  test.each([
    ["an answer that is fine", fence("{", MESSAGE, '  "type": "text",', '  "code": 200', "}")],
    ["nothing says what it is", fence("{", MESSAGE, "}")],
    ["the code stands outside", fence("{", MESSAGE, "}", "and then", '"code": 400')],
    ["the fence ends", `${fence("{", MESSAGE)}\n${fence('"code": 400')}`],
    ["another writer's code", fence(`[rank0]: ${MESSAGE}`, '[rank1]: "code": 400')],
  ])("%s: no error", (_, body) => {
    expect(read(body)).toEqual([]);
  });

  test("one line whose message ends in a link", () => {
    const body =
      '{"object":"error","message":"1 validation error for Shelf\\n    For further information visit https://errors.pydantic.dev/2.9/v/int","type":"InternalServerError","code":500}';
    expect(read(fence(body))[0]?.message).toMatch(/^1 validation error for Shelf\n/);
  });
});
