/** Slugs that share the most words with a mistyped one. */

const MAX_NEAR = 3;

/** @returns at most three, the likest first; none where no word is shared */
export function nearSlugs(slug: string, slugs: Iterable<string>): string[] {
  const words = new Set(
    slug
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 2),
  );
  const scored = [...slugs].flatMap((candidate) => {
    const shared = candidate.split("-").filter((word) => words.has(word)).length;
    return shared === 0 ? [] : [{ candidate, shared }];
  });
  return scored
    .sort((a, b) => b.shared - a.shared || a.candidate.length - b.candidate.length)
    .slice(0, MAX_NEAR)
    .map(({ candidate }) => candidate);
}
