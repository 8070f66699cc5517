/** Whether something exists in the releases that an entry claims to hold for. */
import type { SourceContext } from "./context.ts";
import type { Scope } from "./prose.ts";

const HEAD = "head";

/** `exists` says it of one release. */
export type Exists = (release: string) => boolean;

/**
 * - Without limits: at head. With `to`: in a release from `from` to `to`. With `fixedIn`: also in a
 *   release of the range before the fix.
 * - In any other release when the passage names that release, or the one after it ("before 0.5.4 …").
 */
export function existsInScope(
  exists: Exists,
  scope: Scope,
  passage: string,
  context: SourceContext,
): boolean {
  return (
    releasesOf(scope, context).some(exists) ||
    mentionedReleases(passage, context).some(exists) ||
    (scope.fixedIn !== null && /\bupgrade\b/i.test(passage) && exists(HEAD))
  );
}

/** In words where it exists ("from 0.5.1 to 0.5.9"); null when nowhere. */
export function whereItExists(exists: Exists, { releases }: SourceContext): string | null {
  const all = [...releases, HEAD].filter(exists);
  if (all.length === 0) return null;
  return all.length === 1 ? `only in ${all[0]}` : `from ${all[0]} to ${all.at(-1)}`;
}

function releasesOf({ from, to, fixedIn }: Scope, { releases }: SourceContext): string[] {
  const first = from === null ? 0 : Math.max(0, releases.indexOf(from));
  if (to !== null) {
    const last = releases.indexOf(to);
    return releases.slice(first, last < 0 ? releases.length : last + 1);
  }
  if (fixedIn === null) return [HEAD];
  const fixed = releases.indexOf(fixedIn);
  return [HEAD, ...releases.slice(first, fixed < 0 ? releases.length : fixed)];
}

const RELEASE = /(?<![\w.])v?(\d+\.\d+\.\d+(?:\.?(?:post|rc)\d+)?)(?![\w])/g;

function mentionedReleases(passage: string, { releases }: SourceContext): string[] {
  return [...passage.matchAll(RELEASE)].flatMap(([, name]) => {
    const at = releases.indexOf(name!);
    return at < 0 ? [] : releases.slice(Math.max(0, at - 1), at + 1);
  });
}
