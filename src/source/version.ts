/** Python version numbers (PEP 440, the part that releases use) and their order. */

interface Version {
  release: number[];
  /** Order of what follows the numbers: dev < a < b < rc < (nothing) < post. */
  phase: number;
  phaseNumber: number;
}

const PHASES: Record<string, number> = {
  dev: 0,
  a: 1,
  alpha: 1,
  b: 2,
  beta: 2,
  c: 3,
  rc: 3,
  pre: 3,
  post: 5,
  rev: 5,
};
const FINAL = 4;
const VERSION = /^(\d+(?:\.\d+){1,5})(?:[-_.]?(dev|alpha|a|beta|b|rc|c|pre|post|rev)[-_.]?(\d{0,9}))?$/i;

/** A local suffix ("+cu129") names a build, not a version. */
function readVersion(text: string): Version | null {
  const found = VERSION.exec(text.trim().replace(/^v/, "").split("+", 1)[0]!);
  if (found === null) return null;
  const phase = found[2];
  return {
    release: found[1]!.split(".").map(Number),
    phase: phase === undefined ? FINAL : PHASES[phase.toLowerCase()]!,
    phaseNumber: Number(found[3] ?? "0") || 0,
  };
}

/** Whether the text is a version number, with or without a leading v. */
export function isVersion(text: string): boolean {
  return readVersion(text) !== null;
}

/** Order of two versions (negative: a is older). Texts that are no version come first, in text order. */
export function compareVersions(a: string, b: string): number {
  const left = readVersion(a);
  const right = readVersion(b);
  if (left === null || right === null) {
    if (left === right) return a < b ? -1 : a > b ? 1 : 0;
    return left === null ? -1 : 1;
  }
  for (let i = 0; i < Math.max(left.release.length, right.release.length); i += 1) {
    const difference = (left.release[i] ?? 0) - (right.release[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.phase - right.phase || left.phaseNumber - right.phaseNumber;
}
