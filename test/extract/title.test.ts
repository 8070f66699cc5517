import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";

function read(title: string, body: string) {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }).errors;
}

/** Title, body, and what stands first: the part and its message. */
const ROWS: [string, string, string, string, string][] = [
  [
    "a sentence of the body before the title's shorter words",
    "[Bug] m7 watchdog timeout on Mondays",
    "For a night all is well, then it dies with Scheduler watchdog timeout (self.watchdog_timeout=20, self.soft=False).",
    "body",
    "For a night all is well, then it dies with Scheduler watchdog timeout (self.watchdog_timeout=20, self.soft=False).",
  ],
  [
    "bold words in a sentence",
    "CUDA error: an illegal memory access was encountered with my cache",
    "As soon as the second client comes, **CUDA error: an illegal memory access was encountered** is what I see",
    "body",
    "CUDA error: an illegal memory access was encountered",
  ],
  [
    "another error in a sentence",
    "ValueError: 3 widgets are too many for the shelf",
    "Every start ends in `KeyError: 'shelf'`, whatever I set.",
    "body",
    "'shelf'",
  ],
  [
    "a mere log level stays behind the title",
    "ValueError: 3 widgets are too many for the shelf",
    "```\n2026-01-02 08:24:37 - shelf - ERROR - The table is gone\n```",
    "title",
    "3 widgets are too many for the shelf",
  ],
  [
    "what only follows from others stays behind the title",
    "ValueError: 3 widgets are too many for the shelf",
    "Then the client says `ConnectionRefusedError: [Errno 111] Connection refused`.",
    "title",
    "3 widgets are too many for the shelf",
  ],
];

describe("the text shows, the title sums up", () => {
  test.each(ROWS)("%s", (_, title, body, part, message) => {
    expect(read(title, body)[0]).toMatchObject({ part, message });
  });

  test("what a log level states is kept where only the title says more", () => {
    const log = "```\n2026-01-02 08:24:37 - shelf - ERROR - The table is gone\n```";
    expect(read("ValueError: 3 widgets are too many for the shelf", log)).toMatchObject([
      { part: "title" },
      { part: "body", message: "The table is gone" },
    ]);
    expect(read("it hangs", `${log}\n\nValueError: 3 widgets are too many for the shelf`)).toMatchObject([
      { message: "3 widgets are too many for the shelf" },
    ]);
  });
});

describe("a title in Python's words, its class left out", () => {
  test.each([
    [
      "[Bug] missing 1 required positional argument: 'shelf_size'",
      "missing 1 required positional argument: 'shelf_size'",
    ],
    [
      "[Bug] Shelf.put() got an unexpected keyword argument 'oak'",
      "Shelf.put() got an unexpected keyword argument 'oak'",
    ],
    ["[Bug] v3: 'Shelf' object has no attribute 'oak'", "'Shelf' object has no attribute 'oak'"],
    ["No module named 'shelf'", "No module named 'shelf'"],
  ])("%s", (title, message) => {
    expect(read(title, "It stops.")).toMatchObject([{ part: "title", message }]);
  });

  test.each(["[Feature] the shelf has no attribute for oak", "Why is a required argument missing?"])(
    "%s is none",
    (title) => {
      expect(read(title, "It stops.")).toEqual([]);
    },
  );
});
