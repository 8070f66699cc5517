import { expect, test } from "vitest";
import { lintCatalog } from "../../src/lint/lint.ts";
import { contextOf, HEAD_COMMIT, madeUpSource, SLUG } from "./made-up.ts";

const source = await madeUpSource();
const LINK = `https://github.com/sgl-project/sglang/blob`;

function findings(changes: Record<string, unknown>): string[] {
  return lintCatalog(contextOf(source, { [SLUG]: changes })).map(({ key, reason }) => `${key}: ${reason}`);
}

/** A second solution, as every entry has two. */
function solve(text: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { solutions: [text, "Buy a new frobnicator of the right size."], ...changes };
}

test("the standard entry is without fault", () => {
  expect(findings({})).toEqual([]);
});

test.each([
  [
    "an invented flag",
    solve("Start with --tooth-size 4."),
    "there is no flag --tooth-size; did you mean --teeth-size",
  ],
  [
    "a flag of another program",
    solve("Start it with --gpus all."),
    "--gpus is a flag of docker, which the text does not name",
  ],
  ["a flag of a benchmark", solve("Set --rounds 4."), "--rounds is a flag of python/sglang/bench_mill.py"],
  [
    "an open flag that nothing begins with",
    solve("Give both sides the same --gear-* flags."),
    "no flag begins with --gear-",
  ],
  ["a flag that is gone", solve("Set --grease to 3."), "the flag --grease exists from 1.0.0 to 1.1.0"],
  [
    "a flag of a later release",
    solve("Set --polish when the teeth are dull.", { holdsFor: { from: "1.0.0", to: "1.1.0" } }),
    "the flag --polish exists from 1.2.0 to head",
  ],
  [
    "an invented variable",
    solve("Set SGLANG_MILL_DEPHT=3."),
    "there is no environment variable SGLANG_MILL_DEPHT; did you mean SGLANG_MILL_DEPTH",
  ],
  ["an invented method", solve("Call Mill.grind_wheat before."), "there is no name Mill.grind_wheat"],
  [
    "an invented function",
    solve("Call sharpen_tooth() before."),
    "there is no name sharpen_tooth in the source; did you mean sharpen_teeth",
  ],
  [
    "an invented module",
    solve("Import sglang.srt.millstone first."),
    "there is no name sglang.srt.millstone",
  ],
  ["an invented route", solve("Send the corn to /grinder instead."), "/grinder is no route"],
  ["an invented file", solve("Read srt/miller.py for the sizes."), "there is no file srt/miller.py"],
  ["an unknown class", solve("Catch CornError where it is called."), "there is no name CornError"],
  [
    "a wrong value in a command",
    solve("Run python -m sglang.launch_server --mill-mode medium."),
    "--mill-mode does not take medium",
  ],
  [
    "a misspelt value in a sentence",
    solve("Start with --mill-mode fine_grains on both sides."),
    "--mill-mode does not take fine_grains; did you mean fine_grain",
  ],
  [
    "a flag that the program lacks",
    solve("Run python -m sglang.bench_mill --rounds 3, then python -m sglang.launch_server --rounds 3."),
    "sglang.launch_server has no flag --rounds",
  ],
  [
    "a command without its module",
    { exampleFix: "python -m sglang.launch_mill --teeth 4" },
    "there is no module sglang.launch_mill to run",
  ],
  [
    "a wrong value in an example",
    { exampleFix: "# after\npython -m sglang.launch_server \\\n  --mill-mode=rough" },
    "--mill-mode does not take rough",
  ],
  ["Python that does not parse", { validationCode: "if teeth = 3:\n    pass" }, "does not parse"],
  [
    "an import that does not exist",
    { validationCode: "from sglang.srt.mill import Miller" },
    "there is no name sglang.srt.mill.Miller",
  ],
  [
    "a call that does not exist",
    { tryCatchPattern: "try:\n    mill.grind_corn()\nexcept ValueError:\n    corn_store.clear_all_corn()" },
    "there is no function corn_store.clear_all_corn",
  ],
  [
    "a link to a branch",
    { references: [`${LINK}/main/python/sglang/srt/mill.py#L3`] },
    `it points to "main", which moves`,
  ],
  ["a link to a short commit", { references: [`${LINK}/d315eb7/docs/milling.md`] }, `it points to "d315eb7"`],
  [
    "a link to an unknown commit",
    { references: [`${LINK}/${"9".repeat(40)}/docs/milling.md`] },
    "is not in the list of releases",
  ],
  [
    "a link to a file that is not there",
    { references: [`${LINK}/${HEAD_COMMIT}/python/sglang/srt/miller.py`] },
    "there is no python/sglang/srt/miller.py at head",
  ],
  [
    "a link to lines that cannot be",
    { references: [`${LINK}/${HEAD_COMMIT}/python/sglang/srt/mill.py#L9-L3`] },
    "names no lines",
  ],
  [
    "a link to a short commit page",
    { references: ["https://github.com/sgl-project/sglang/commit/d315eb7"] },
    "linked by its full id",
  ],
])("finds %s", (_, changes, reason) => {
  expect(findings(changes)).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
});

test.each([
  ["a flag and its alias", solve("Set --teeth-size 4 or --tsz 4.")],
  ["an open flag", solve("Give both sides the same --teeth-* flags.")],
  ["a flag of docker beside its name", solve("Run docker with --gpus all.")],
  ["a flag of a benchmark beside its name", solve("Run bench_mill with --rounds 4.")],
  ["a gone flag with the releases that have it", solve("Set --grease to 3 before 1.2.0.")],
  ["a gone flag of an error that is fixed", solve("Set --grease to 3.", { fixedIn: "1.2.0" })],
  [
    "a later flag beside an upgrade",
    solve("Upgrade, then set --polish.", { fixedIn: "1.2.0", holdsFor: { to: "1.1.0" } }),
  ],
  [
    "variables of the project and of others",
    solve("Set SGLANG_MILL_DEPTH=3, NCCL_DEBUG=INFO and MILL_SPEED=1."),
  ],
  [
    "names in each spelling",
    solve("Call sglang.srt.mill.Mill, Mill.grind_corn or sharpen_teeth() of srt/mill.py."),
  ],
  ["names of the error itself", solve("Compare the frobnicator with what ValueError names.")],
  ["a setting by its field", solve("Set mill_mode in the engine's arguments.")],
  [
    "routes, devices and files",
    solve("Post to /grind or localhost:30000/grind, see /dev/mill0 and config.json."),
  ],
  ["an alternative, which is no path", solve("Restart the coarse/fine stones.")],
  ["a file of the repository", solve("Read docs/milling.md for the sizes.")],
  ["a right command", solve("Run python -m sglang.launch_server --mill-mode fine_grain --teeth 4.")],
  ["a flag whose value is not told", solve("Set --mill-mode to what the other side has.")],
  [
    "a command of an example with a placeholder",
    { exampleFix: "python -m sglang.launch_server --mill-mode <mode>" },
  ],
  [
    "Python of other packages",
    { validationCode: "import requests\n\nprint(requests.get('http://x/grind').json())" },
  ],
  [
    "a pinned link",
    {
      references: [
        `${LINK}/${HEAD_COMMIT}/python/sglang/srt/mill.py#L12-L14`,
        "https://github.com/sgl-project/sglang/pull/1",
      ],
    },
  ],
])("lets %s pass", (_, changes) => {
  expect(findings(changes)).toEqual([]);
});
