/** Each case can be chosen, and its example chooses it. */
import type { Condition, Entry, EntryCase } from "../../catalog/entry.ts";
import { foldText, matchTemplate } from "../../catalog/template.ts";
import { extractReport } from "../../extract/extract.ts";
import type { Environment, ReportedError } from "../../extract/report.ts";
import { conditionsHold, environmentField } from "../../match/conditions.ts";
import { matchError } from "../../match/match-error.ts";
import { compileMatchers } from "../../match/matcher.ts";
import type { LintContext } from "../context.ts";
import type { Finding, Rule } from "../finding.ts";

export const cases: Rule = (entry, context) =>
  entry.cases.flatMap((one, i) => {
    const reasons = [
      ...choiceProblem(entry, one, i, context),
      ...one.first
        .filter((number) => number > entry.solutions.length)
        .map((number) => `first: there is no solution ${number}`),
      ...one.when.flatMap((condition) => subjectProblems(condition, entry, context)),
      ...[...one.say.matchAll(/\{(\w+)\}/g)]
        .filter(([, name]) => entry.captures[name!] === undefined)
        .map(([hole]) => `say: no matcher captures ${hole}`),
    ];
    return reasons.map((reason): Finding => ({ file: entry.path, key: `cases[${i}]`, reason }));
  });

function choiceProblem(entry: Entry, { example }: EntryCase, index: number, context: LintContext): string[] {
  const text = `\`\`\`\n${example.message}\n\`\`\``;
  const report = extractReport({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] });
  const { gpu, gpuCount, ...fields } = example.environment;
  const gpus =
    gpu === undefined ? report.environment.gpus : new Array<string>(Number(gpuCount ?? 1)).fill(gpu);
  const environment = { ...report.environment, ...fields, gpus, flags: example.flags } as Environment;
  const errors = [...report.errors, bareError(entry, example.message)];
  const captures =
    errors
      .map((error) => matchError(error, environment, context.catalog)[0])
      .find((match) => match?.entry?.slug === entry.slug)?.captures ??
    capturesWithoutFrames(entry, example.message);
  if (captures === null) return ["its example is not matched by this entry first"];
  const chosen = entry.cases.findIndex(({ when }) => conditionsHold(when, captures, environment));
  if (chosen === index) return [];
  return [chosen < 0 ? "its example chooses no case" : `its example chooses cases[${chosen}]`];
}

/** An entry known by a frame: its example may show the message alone. */
function capturesWithoutFrames(entry: Entry, message: string): Record<string, string> | null {
  const folded = foldText(message);
  for (const { message: template, matcher } of compileMatchers(entry)) {
    const found = template === null || matcher.frames.length === 0 ? null : matchTemplate(template, folded);
    if (found !== null) return found.captures;
  }
  return null;
}

/** An example may be the message alone, without the class that a report shows before it. */
function bareError(entry: Entry, message: string): ReportedError {
  return {
    part: "body",
    line: message,
    lineNumber: 1,
    errorClass: entry.class,
    message,
    frames: [],
    role: "root",
    shape: "example",
    count: 1,
  };
}

/** Fields a condition may look at, besides those whose value is text. */
const PROBE: Environment = {
  sglang: "",
  commit: "",
  python: "",
  torch: "",
  cuda: "",
  rocm: "",
  driver: "",
  triton: "",
  flashinfer: "",
  transformers: "",
  sglKernel: "",
  vllm: "",
  os: "",
  gpus: [""],
  vendor: "",
  image: "",
  model: "",
  flags: {},
};

function subjectProblems(condition: Condition, entry: Entry, context: LintContext): string[] {
  const { capture, environment, flag } = condition;
  if (capture !== undefined && entry.captures[capture] === undefined)
    return [`when: no matcher captures {${capture}}`];
  if (environment !== undefined && environmentField(PROBE, environment) === null)
    return [`when: a report's environment has no ${environment}`];
  if (flag !== undefined && !context.facts.hasFlag(flag, "any")) return [`when: there is no flag ${flag}`];
  return [];
}
