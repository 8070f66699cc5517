import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogBuildCommand } from "../../src/cli/catalog-build.ts";
import { makeRepository, removeFolder, temporaryFolder } from "../source/repository.ts";

let root: string;
let printed: string;

beforeEach(() => {
  root = temporaryFolder();
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(root);
});

async function build(...args: string[]): Promise<string> {
  printed = "";
  const usual = [
    "--project",
    "owner/pool",
    "--git",
    join(root, "repo"),
    "--out",
    join(root, "out", "pool"),
    "--no-cache",
  ];
  await catalogBuildCommand()
    .exitOverride()
    .parseAsync([...usual, ...args], { from: "user" });
  return printed;
}

test("an update prints what was added, removed, reworded and moved", async () => {
  const { write, commit } = makeRepository(join(root, "repo"));
  const version = `__version__ = "1.0"\n`;
  write(
    "pool/__init__.py",
    `${version}def f(n):\n    raise ValueError(f"the pool has {n} free slots")\ndef g():\n    raise KeyError("gone soon")\n`,
  );
  commit("one");
  expect(await build()).toBe("1 releases (1 new), 2 sites, 2 of them at head\n");
  write(
    "pool/__init__.py",
    `${version}\ndef f(n):\n    raise ValueError(f"the pool has only {n} free slots")\n    assert n\n`,
  );
  commit("two");
  const text = await build();
  expect(text).toContain("added: 1\n  pool/__init__.py:5 ");
  expect(text).toMatch(/removed: 1\n {2}pool\/__init__\.py:5 [0-9a-f]{16} raise KeyError gone soon/);
  expect(text).toMatch(
    /reworded: 1\n.*the pool has \{n\} free slots\n {4}→ the pool has only \{n\} free slots/,
  );
  expect(JSON.parse(await build("--json"))).toMatchObject({
    releases: 1,
    newReleases: [],
    changes: { added: [], moved: [] },
  });
});

test.each([
  [["--project", "nonsense"], /owner\/name/],
  [["--git", "/nowhere/at/all"], /does not exist/],
  [["--list", "x"], /whole number/],
])("wrong use: %j", async (args, reason) => {
  makeRepository(join(root, "repo"));
  await expect(build(...args)).rejects.toThrow(reason);
});
