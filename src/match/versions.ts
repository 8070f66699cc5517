/**
 * Compares releases: "0.4.6.post5" > "0.4.6", "0.5.0rc2" < "0.5.0". Local suffixes ("+cu129") do not
 * count. The order is that of Python's packaging for the forms SGLang uses.
 * @returns below 0, 0 or above 0, as for Array.sort
 */
export function compareVersions(a: string, b: string): number {
  const left = versionKey(a);
  const right = versionKey(b);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Four numbers of the release, then the rank of its suffix: dev, a, b, rc, none, post. */
const RELEASE_NUMBERS = 4;
const SUFFIX_RANK: Record<string, number> = { dev: -4, a: -3, b: -2, rc: -1, post: 1 };

function versionKey(version: string): number[] {
  const [head = ""] = version.trim().toLowerCase().replace(/^v/, "").split("+");
  const numbers = /^\d+(?:\.\d+)*/.exec(head)?.[0] ?? "0";
  const release = numbers.split(".").slice(0, RELEASE_NUMBERS).map(Number);
  while (release.length < RELEASE_NUMBERS) release.push(0);
  const suffix = /^[.-]?(dev|a|b|rc|post)[.-]?(\d*)/.exec(head.slice(numbers.length));
  return suffix === null
    ? [...release, 0, 0]
    : [...release, SUFFIX_RANK[suffix[1]!]!, Number(suffix[2] || 0)];
}
