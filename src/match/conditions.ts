/**
 * Conditions on captured values, environment and launch flags: declarative, each a single linear
 * look at its values. A condition whose subject or other side is unknown does not hold.
 */
import type { Condition } from "../catalog/entry.ts";
import type { Environment } from "../extract/report.ts";
import { compareVersions } from "../source/version.ts";

/** Lists longer than this are compared only as far as this. */
const MAX_ELEMENTS = 4_096;

const UNITS: Record<string, number> = {
  "": 1,
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

export function conditionsHold(
  conditions: Condition[],
  captures: Record<string, string>,
  environment: Environment,
): boolean {
  return conditions.every((condition) => holds(condition, captures, environment));
}

function holds(condition: Condition, captures: Record<string, string>, environment: Environment): boolean {
  const subject = subjectOf(condition, captures, environment);
  if (condition.present !== undefined) return (subject !== null) === condition.present;
  if (subject === null) return false;
  return TESTS.every((test) =>
    test(condition, subject, (value) => resolveValue(value, captures, environment)),
  );
}

type Resolve = (value: NonNullable<Condition["equals"]>) => string | null;
/** Each says whether its part of the condition holds, or is absent. */
type Test = (condition: Condition, subject: string, resolve: Resolve) => boolean;

const TESTS: Test[] = [
  ({ equals }, subject, resolve) => equals === undefined || same(subject, resolve(equals)),
  ({ notEquals }, subject, resolve) => {
    if (notEquals === undefined) return true;
    const other = resolve(notEquals);
    return other !== null && !same(subject, other);
  },
  ({ oneOf }, subject) => oneOf === undefined || oneOf.some((value) => same(subject, String(value))),
  ({ contains }, subject) => contains === undefined || subject.toLowerCase().includes(contains.toLowerCase()),
  ({ lessThan, factor }, subject, resolve) =>
    lessThan === undefined || ordered(subject, resolve(lessThan), factor, (a, b) => a < b),
  ({ greaterThan, factor }, subject, resolve) =>
    greaterThan === undefined || ordered(subject, resolve(greaterThan), factor, (a, b) => a > b),
  ({ versionBelow }, subject) =>
    versionBelow === undefined || (isVersion(subject) && compareVersions(subject, versionBelow) < 0),
  ({ versionAtLeast }, subject) =>
    versionAtLeast === undefined || (isVersion(subject) && compareVersions(subject, versionAtLeast) >= 0),
  ({ allEqual }, subject) => allEqual === undefined || isUniform(elements(subject)) === allEqual,
  ({ differsAtEndFrom }, subject, resolve) =>
    differsAtEndFrom === undefined || comparePairs(subject, resolve(differsAtEndFrom), differsAtEnd),
  ({ differsEverywhereFrom }, subject, resolve) =>
    differsEverywhereFrom === undefined ||
    comparePairs(subject, resolve(differsEverywhereFrom), (pairs) => pairs.every((equal) => !equal)),
];

function subjectOf(
  condition: Condition,
  captures: Record<string, string>,
  environment: Environment,
): string | null {
  if (condition.capture !== undefined) return captures[condition.capture] ?? null;
  if (condition.flag !== undefined) return environment.flags[condition.flag] ?? null;
  return environmentField(environment, condition.environment!);
}

/** A field of the environment as text; `gpu` is the first model, `gpuCount` how many are listed. */
export function environmentField(environment: Environment, field: string): string | null {
  if (field === "gpu") return environment.gpus[0] ?? null;
  if (field === "gpuCount") return environment.gpus.length === 0 ? null : String(environment.gpus.length);
  const value = environment[field as keyof Environment];
  return typeof value === "string" ? value : null;
}

function resolveValue(
  value: NonNullable<Condition["equals"]>,
  captures: Record<string, string>,
  environment: Environment,
): string | null {
  if (typeof value === "string" || typeof value === "number") return String(value);
  return "capture" in value ? (captures[value.capture] ?? null) : (environment.flags[value.flag] ?? null);
}

function same(a: string, b: string | null): boolean {
  if (b === null) return false;
  if (a.trim().toLowerCase() === b.trim().toLowerCase()) return true;
  const left = quantity(a);
  return left !== null && left === quantity(b);
}

function ordered(a: string, b: string | null, factor = 1, test: (a: number, b: number) => boolean): boolean {
  const left = quantity(a);
  const right = b === null ? null : quantity(b);
  return left !== null && right !== null && test(left * factor, right);
}

/** A number, or a size in bytes ("2.00 GiB"); null for anything else. */
export function quantity(text: string): number | null {
  const found = /^\s*([-+]?\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/i.exec(text.slice(0, 64));
  const unit = UNITS[found?.[2]?.toLowerCase() ?? "?"];
  return found === null || unit === undefined ? null : Number(found[1]!.replace(/[,_]/g, "")) * unit;
}

function isVersion(text: string): boolean {
  return /^v?\d+\.\d/.test(text.trim());
}

function elements(list: string): string[] {
  const inside = list
    .trim()
    .replace(/^[[({]/, "")
    .replace(/[\])}]$/, "");
  return inside.split(",", MAX_ELEMENTS).map((element) => element.trim());
}

function isUniform(list: string[]): boolean {
  return list.every((element) => element === list[0]);
}

function comparePairs(a: string, b: string | null, test: (equal: boolean[]) => boolean): boolean {
  if (b === null) return false;
  const left = elements(a);
  const right = elements(b);
  return left.length === right.length && test(left.map((element, index) => element === right[index]));
}

function differsAtEnd(equal: boolean[]): boolean {
  const first = equal.indexOf(false);
  return first > 0 && first >= equal.length / 2 && equal.slice(first).every((pair) => !pair);
}
