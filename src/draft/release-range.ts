/** The releases that raise sites exist in, as an entry says it. */
import { HEAD } from "../source/presence.ts";
import type { Site, SiteIndex } from "../source/sites.ts";

export interface DraftReleases {
  /** Without "v"; null: since the project's first release, or in none yet. */
  from: string | null;
  /** Null: up to head. */
  to: string | null;
  /** The first release in which none of the sites is left; null while one is at head. */
  goneIn: string | null;
  /** In words, for the person who writes the entry. */
  text: string;
}

export function releasesOf(sites: Site[], index: SiteIndex): DraftReleases {
  const names = index.releases.map(({ name }) => name);
  const order = [...names, HEAD];
  const ranges = sites.flatMap(({ releases }) => releases);
  const first = Math.min(...ranges.map(([from]) => order.indexOf(from)));
  const last = Math.max(...ranges.map(([, to]) => (to === null ? names.length : order.indexOf(to))));
  const from = first <= 0 || order[first] === HEAD ? null : bare(order[first]!);
  const to = last === names.length ? null : bare(order[last]!);
  const holes = ranges.length > sites.length ? ", with releases between that lack it" : "";
  return {
    from,
    to,
    goneIn: to === null ? null : bare(order[last + 1]!),
    text:
      order[first] === HEAD
        ? `no release has it yet: it came after ${bare(names.at(-1) ?? HEAD)}`
        : `the message is in ${bare(order[first]!)} to ${to ?? HEAD}${holes}; the cause may be older or younger`,
  };
}

function bare(name: string): string {
  return name.replace(/^v/, "");
}
