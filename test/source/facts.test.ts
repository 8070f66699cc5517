import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Facts, loadFacts } from "../../src/source/facts.ts";
import type { ReleaseRange } from "../../src/source/presence.ts";
import { type FactRow, writeStore } from "../../src/source/site-store.ts";
import { removeFolder, temporaryFolder } from "./repository.ts";

let root: string;
let facts: Facts;
const ALWAYS: ReleaseRange[] = [["v1.0", null]];
const SERVER = "pkg/server_args.py";
const BENCH = "pkg/bench.py";

function flag(name: string, file: string, more: Partial<Extract<FactRow, { type: "flag" }>> = {}): FactRow {
  return { type: "flag", name, aliases: [], file, releases: ALWAYS, ...more };
}

beforeAll(() => {
  root = temporaryFolder();
  const at = { commit: "a".repeat(40), date: "2024-01-01T00:00:00.000Z" };
  const directory = join(root, "owner", "pkg");
  writeStore(
    directory,
    {
      releases: {
        project: "owner/pkg",
        package: "pkg",
        builderVersion: "test",
        head: at,
        releases: [{ name: "v1.0", ...at }],
        tables: ["v1.0"],
      },
      sites: [],
      facts: [
        flag("--model", BENCH, { choices: ["small"] }),
        flag("--model", SERVER, { of: "--model-path" }),
        flag("--model-path", SERVER, { aliases: ["--model"] }),
        flag("--mode", BENCH),
        flag("--mode", SERVER, { choices: ["fast", "slow"], dest: "speed" }),
        flag("--rounds", BENCH, { choices: ["1"] }),
        flag("--gone", SERVER, { releases: [["v1.0", "v1.0"]] }),
      ],
      tables: new Map([
        ["v1.0", new Map()],
        ["head", new Map()],
      ]),
    },
    new Set(),
  );
  facts = loadFacts(directory);
});

afterAll(() => removeFolder(root));

test.each([
  // A benchmark declares the same spelling for itself; the server's is an alias.
  ["--model", { name: "--model-path", aliases: ["--model"], choices: null, dest: null }],
  ["--model-path", { name: "--model-path", aliases: ["--model"], choices: null, dest: null }],
  ["--mode", { name: "--mode", aliases: [], choices: ["fast", "slow"], dest: "speed" }],
  ["--rounds", { name: "--rounds", aliases: [], choices: ["1"], dest: null }],
  ["--gone", { name: "--gone", aliases: [], choices: null, dest: null }],
])("the flag %s is the server's where it has one", (name, expected) => {
  expect(facts.flag(name)).toMatchObject(expected);
});

test("every declaration is there, the server's first", () => {
  expect(facts.flag("--mode")!.declarations).toEqual([
    { file: SERVER, choices: ["fast", "slow"] },
    { file: BENCH, choices: null },
  ]);
  expect(facts.flag("--none")).toBeNull();
});
