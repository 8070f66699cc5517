import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildOptions, buildSites } from "../../src/source/build.ts";
import { compileSites } from "../../src/source/compiled.ts";
import { readExcerpt } from "../../src/source/excerpt.ts";
import { loadFacts } from "../../src/source/facts.ts";
import { loadSites, permalink } from "../../src/source/sites.ts";
import { makeRepository, type Repository, removeFolder, temporaryFolder } from "./repository.ts";

let root: string;
let repository: Repository;
const commits: Record<string, string> = {};
let serial = 0;

const POOL = `from .errors import PoolError


class Pool:
    def take(self, n):
        if n > self.size:
            raise PoolError(n, limit=self.size)
        assert n > 0
`;
const ERRORS = `class BaseError(RuntimeError):
    def __init__(self, message):
        super().__init__(f"pool: {message}")


class PoolError(BaseError):
    def __init__(self, wanted, limit):
        super().__init__(f"asked for {wanted} of {limit}")
        self.wanted = wanted
`;

beforeAll(() => {
  root = temporaryFolder();
  repository = makeRepository(join(root, "repository"));
  const { write, commit, git } = repository;
  write("python/pool/__init__.py", "");
  write("python/pool/version.py", `__version__ = "0.1.0"\n`);
  write("python/pool/core.py", POOL);
  write("python/pool/errors.py", ERRORS);
  write("README.md", "# pool\n");
  commits["v0.1.0"] = commit("first");
  write("python/pool/core.py", `# one\n# two\n${POOL}`);
  write("python/pool/version.py", `__version__ = "0.2.0"\n`);
  commits["v0.2.0"] = commit("bump version");
  commit("work after the release");
  write("python/pool/version.py", `__version__ = "0.3.0.dev0"\n`);
  commit("begin the next");
  write("python/pool/version.py", `__version__ = "0.3.0"\n`);
  write("python/pool/core.py", POOL.replace("assert n > 0", `parser.add_argument("--pool-size")`));
  commit("bump");
  commits["v0.3.0"] = commit("fix, then tag");
  git("tag", "-a", "-m", "x", "v0.3.0");
  git("tag", "tools-v0.9.0");
  write(
    "python/pool/core.py",
    POOL.replace("assert n > 0", `raise ValueError(f"nothing asked of {self.name}")`),
  );
  repository.link("python/pool/linked.py", "core.py");
  repository.submodule("python/pool/vendored", commits["v0.1.0"]!);
  write("launcher/src/pool_launcher/__init__.py", "");
  write(
    "launcher/src/pool_launcher/main.py",
    `parser.add_argument("--pool-policy")\nraise ValueError("not of the package")\n`,
  );
  write("launcher/tests/pool_launcher/__init__.py", `parser.add_argument("--in-tests")\n`);
  commits.head = commit("newest");
});

afterAll(() => removeFolder(root));

function options(more: Partial<BuildOptions> = {}): BuildOptions {
  serial += 1;
  return {
    project: "owner/pool",
    gitDir: repository.dir,
    head: "main",
    releases: "auto",
    packagePath: "python/pool",
    directory: join(root, `out-${serial}`, "owner", "pool"),
    cacheDir: null,
    workers: 0,
    ...more,
  };
}

test("releases are found by tag and by version, each at the right commit", async () => {
  const built = options();
  await buildSites(built);
  const index = loadSites(built.directory);
  expect(index.releases.map(({ name, commit }) => [name, commit])).toEqual([
    ["v0.1.0", commits["v0.1.0"]],
    ["v0.2.0", commits["v0.2.0"]],
    ["v0.3.0", commits["v0.3.0"]],
  ]);
  expect(index.head.commit).toBe(commits.head);
  expect(index.releases[0]!.date).toBe("2024-01-02T00:00:00.000Z");
  expect(index.commitOf("0.2.0")).toBe(commits["v0.2.0"]);
  expect(index.commitOf("0.9.9")).toBeNull();
});

test.each(["as stored", "compiled"])("sites are read at every release, %s", async (form) => {
  const built = options();
  await buildSites(built);
  const compiled = join(root, `compiled-${serial}`);
  if (form === "compiled") compileSites(built.directory, compiled);
  const index = loadSites(form === "compiled" ? compiled : built.directory);
  // The base class adds its own words; the values are the raise statement's.
  const [raised, ...others] = index.findByTemplate("pool: asked for {x} of {y}");
  expect(others).toEqual([]);
  expect(raised).toMatchObject({
    kind: "raise",
    class: "PoolError",
    bases: ["BaseError", "RuntimeError"],
    file: "python/pool/core.py",
    function: "Pool.take",
    guard: "n > self.size",
    releases: [["v0.1.0", null]],
    distinguishable: true,
  });
  expect(
    ["0.1.0", "v0.2.0", "v0.3.0", "head", "v9"].map((release) => index.linesAt(raised!.id, release)?.first),
  ).toEqual([7, 9, 7, 7, undefined]);
  const bare = [...index.sites()].find((one) => one.kind === "assert")!;
  expect(bare).toMatchObject({
    class: "AssertionError",
    template: "",
    asserts: "n > 0",
    guard: null,
    distinguishable: false,
    releases: [["v0.1.0", "v0.2.0"]],
  });
  expect(index.linesAt(bare.id, "head")).toBeNull();
  expect(index.newestOf(bare.id)).toBe("v0.2.0");
  expect(index.siteAt("0.2.0", "python/pool/core.py", 10)?.id).toBe(bare.id);
  expect(index.functionAt("0.2.0", "python/pool/core.py", 9)).toBe("Pool.take");
  expect(index.sitesInFunction("python/pool/core.py", "take")).toHaveLength(3);
  expect(index.placeOf(bare.id, null)).toEqual({
    project: "owner/pool",
    commit: commits["v0.2.0"],
    release: "0.2.0",
    file: "python/pool/core.py",
    function: "Pool.take",
    firstLine: 10,
    lastLine: 10,
  });
  expect(index.siteById("0".repeat(16))).toBeNull();
  expect(index.repositoryPath("/usr/lib/python3/site-packages/pool/core.py")).toBe("python/pool/core.py");
  expect(index.repositoryPath("/elsewhere/core.py")).toBeNull();
  expect(permalink(index.placeOf(raised!.id, "0.1.0")!, 7, 8)).toBe(
    `https://github.com/owner/pool/blob/${commits["v0.1.0"]}/python/pool/core.py#L7-L8`,
  );
});

test.each(["as stored", "compiled"])("facts are read, %s", async (form) => {
  const built = options();
  await buildSites(built);
  const compiled = join(root, `facts-${serial}`);
  if (form === "compiled") compileSites(built.directory, compiled);
  const facts = loadFacts(form === "compiled" ? compiled : built.directory);
  expect([
    facts.hasFlag("--pool-size"),
    facts.hasFlag("--pool-size", "0.3.0"),
    facts.hasFlag("--pool-size", "any"),
  ]).toEqual([false, true, true]);
  // Another package of the repository: what it declares counts, what it raises does not.
  expect(["--pool-policy", "--in-tests"].map((name) => facts.hasFlag(name))).toEqual([true, false]);
  expect(facts.nearest("flag", "--pool-sise")).toEqual(["--pool-size"]);
  expect(
    ["pool.core.Pool", "Pool.take", "pool.errors", "Pool", "Pond"].map((name) => facts.hasName(name)),
  ).toEqual([true, true, true, true, false]);
  expect(
    ["README.md", "python/pool", "pool/core.py", "python/pool/core.py", "docs"].map((path) =>
      facts.hasPath(path),
    ),
  ).toEqual([true, true, true, true, false]);
});

test("an update keeps ids and tables, and tells what changed", async () => {
  const built = options({ head: commits["v0.2.0"]! });
  const first = await buildSites(built);
  expect(first).toMatchObject({ releases: 2, newReleases: ["v0.1.0", "v0.2.0"], changes: null });
  const tables = (name: string): string =>
    readFileSync(join(built.directory, "lines", `${name}.tsv`), "utf8");
  const before = [tables("v0.1.0"), tables("v0.2.0")];
  const ids = [...loadSites(built.directory).sites()].map((site) => site.id);
  const second = await buildSites({ ...built, head: "main" });
  expect(second.newReleases).toEqual(["v0.3.0"]);
  expect(second.changes!.moved.map(({ from, to }) => [from, to])).toEqual([[9, 7]]);
  expect(second.changes!.added.map(({ site }) => site.template)).toEqual(["nothing asked of {self.name}"]);
  expect(second.changes!.removed.map(({ site }) => site.asserts)).toEqual(["n > 0"]);
  expect([tables("v0.1.0"), tables("v0.2.0")]).toEqual(before);
  const after = loadSites(built.directory);
  for (const id of ids) expect(after.siteById(id)).not.toBeNull();
  // The same files as a build of everything at once.
  const whole = options();
  await buildSites(whole);
  expect(contents(built.directory)).toEqual(contents(whole.directory));
});

/** Everything below a folder, by path. */
function contents(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(directory, name)).isFile())
      .map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  );
}

test("an update equals a build of everything, also where a head is forgotten", async () => {
  const other = makeRepository(join(root, "forgotten"));
  const guarded = (guard: string, flag: string): string =>
    `def f(n):\n    if ${guard}:\n        raise ValueError("no room in the pool")\n\nparser.add_argument("--room", choices=["${flag}"])\n`;
  other.write("pkg/__init__.py", `__version__ = "1.0"\n`);
  other.write("pkg/a.py", guarded("n > 1", "old"));
  other.commit("release");
  other.write("pkg/a.py", guarded("n > 2", "new"));
  const between = other.commit("other guard and other choices");
  other.write("pkg/a.py", "");
  other.write("pkg/b.py", `raise KeyError("b")\n`);
  other.commit("all gone");
  const updated = options({ gitDir: other.dir, packagePath: "pkg", head: between });
  await buildSites(updated);
  await buildSites({ ...updated, head: "main" });
  const whole = options({ gitDir: other.dir, packagePath: "pkg" });
  await buildSites(whole);
  expect(contents(updated.directory)).toEqual(contents(whole.directory));
  const [gone] = loadSites(updated.directory).findByTemplate("no room in the pool");
  expect(gone).toMatchObject({ guard: "n > 1", releases: [["v1.0", "v1.0"]] });
});

test("a reworded message is told as such", async () => {
  const other = makeRepository(join(root, "reworded"));
  other.write(
    "pkg/__init__.py",
    `__version__ = "1.0"\ndef f(n):\n    raise ValueError(f"the pool has {n} free slots")\n`,
  );
  other.commit("one");
  const built = options({ gitDir: other.dir, packagePath: "pkg" });
  await buildSites(built);
  other.write(
    "pkg/__init__.py",
    `__version__ = "1.0"\ndef f(n):\n    raise ValueError(f"the pool has only {n} free slots left")\n`,
  );
  other.commit("two");
  const { changes } = await buildSites(built);
  expect(changes!.reworded.map(({ before, after }) => [before.site.template, after.site.template])).toEqual([
    ["the pool has {n} free slots", "the pool has only {n} free slots left"],
  ]);
  expect([changes!.added, changes!.removed]).toEqual([[], []]);
});

test("the package is found when none is named, and it need not lie deep", async () => {
  const built = options({ packagePath: null });
  await buildSites(built);
  expect(loadSites(built.directory).packagePath).toBe("python/pool");
});

test("links and submodules are passed over, a bare repository will do", async () => {
  const bare = join(root, "bare.git");
  repository.git("clone", "--quiet", "--bare", repository.dir, bare);
  const built = options({ gitDir: bare });
  await buildSites(built);
  expect(new Set([...loadSites(built.directory).sites()].map((site) => site.file))).toEqual(
    new Set(["python/pool/core.py"]),
  );
});

test.each<[string, () => Partial<BuildOptions>, RegExp]>([
  ["a missing folder", () => ({ gitDir: join(root, "nowhere") }), /does not exist.*--git/],
  [
    "a folder that is no repository",
    () => {
      mkdirSync(join(root, "plain"), { recursive: true });
      return { gitDir: join(root, "plain") };
    },
    /not a git repository/,
  ],
  ["an unknown revision", () => ({ head: "v99" }), /"v99" does not exist/],
  ["a revision that is an option", () => ({ head: "--all" }), /does not exist/],
  ["an unknown release", () => ({ releases: ["v99"] }), /"v99" does not exist/],
  ["a path not in the tree", () => ({ packagePath: "python/pond" }), /no folder at/],
  ["a path that is a file", () => ({ packagePath: "README.md" }), /no folder at/],
])("refused with a reason: %s", async (_name, more, reason) => {
  const built = options(more());
  await expect(buildSites(built)).rejects.toThrow(reason);
  expect(existsSync(built.directory)).toBe(false);
});

test("two builds at once: the second is refused; a dead one's lock is taken over", async () => {
  const built = options();
  const results = await Promise.allSettled([buildSites(built), buildSites(built)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(
    (results.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason.message,
  ).toMatch(/another build.*running/);
  writeFileSync(join(built.directory, "..", ".pool.lock"), "999999999");
  await expect(buildSites(built)).resolves.toMatchObject({ releases: 3 });
});

test("an interrupted build leaves the old files, and the next one resumes from the cache", async () => {
  const cacheDir = join(root, "cache");
  const built = options({ head: commits["v0.2.0"]!, cacheDir });
  await buildSites(built);
  const before = readFileSync(join(built.directory, "sites.jsonl"), "utf8");
  const stopped = buildSites({
    ...built,
    head: "main",
    onProgress: (step) => {
      if (step === "joining releases") throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  expect(readFileSync(join(built.directory, "sites.jsonl"), "utf8")).toBe(before);
  // The last row of the cache is cut off in the middle.
  const [file] = readdirSync(cacheDir);
  const whole = readFileSync(join(cacheDir, file!));
  writeFileSync(join(cacheDir, file!), whole.subarray(0, whole.length - 20));
  let parsed = 0;
  await buildSites({
    ...built,
    head: "main",
    onProgress: (step, done) => {
      if (step === "parsing files") parsed = done;
    },
  });
  expect(parsed).toBe(1);
  expect(loadSites(built.directory).releases).toHaveLength(3);
});

test("a crash between the two renames is put right", async () => {
  const built = options({ head: commits["v0.2.0"]! });
  await buildSites(built);
  renameSync(built.directory, join(built.directory, "..", ".pool.old"));
  const { newReleases } = await buildSites({ ...built, head: "main" });
  expect(newReleases).toEqual(["v0.3.0"]);
});

test("a damaged store is refused, not trusted", async () => {
  const built = options();
  await buildSites(built);
  writeFileSync(join(built.directory, "sites.jsonl"), "{");
  expect(() => loadSites(built.directory)).toThrow(/damaged/);
  rmSync(join(built.directory, "releases.json"));
  expect(() => loadFacts(built.directory)).toThrow(/cannot be read/);
});

test("threads give the same as no threads", async () => {
  const many = makeRepository(join(root, "many"));
  many.write("pkg/__init__.py", `__version__ = "1.0"\n`);
  for (let i = 0; i < 160; i += 1)
    many.write(`pkg/m${i}.py`, `def f${i}(x):\n    raise ValueError(f"number ${i} has {x}")\n`);
  many.commit("many");
  const alone = options({ gitDir: many.dir, packagePath: "pkg" });
  const threaded = options({ gitDir: many.dir, packagePath: "pkg", workers: 2 });
  await buildSites(alone);
  await buildSites(threaded);
  expect(readFileSync(join(threaded.directory, "sites.jsonl"), "utf8")).toBe(
    readFileSync(join(alone.directory, "sites.jsonl"), "utf8"),
  );
  expect([...loadSites(threaded.directory).sites()]).toHaveLength(160);
});

test("an excerpt is read at a commit; bad paths and ids give nothing", async () => {
  const head = commits.head!;
  expect(await readExcerpt(repository.dir, head, "python/pool/core.py", 7, 7, 1)).toEqual({
    text: '        if n > self.size:\n            raise PoolError(n, limit=self.size)\n        raise ValueError(f"nothing asked of {self.name}")',
    start: 6,
    end: 8,
  });
  for (const [commit, file, line] of [
    ["main", "python/pool/core.py", 1],
    [head, "../repository/README.md", 1],
    [head, "/etc/passwd", 1],
    [head, "python/pool/none.py", 1],
    [head, "python/pool", 1],
    [head, "python/pool/core.py", 999],
    ["0".repeat(40), "python/pool/core.py", 1],
  ] as const) {
    expect(await readExcerpt(repository.dir, commit, file, line, line)).toBeNull();
  }
});
