/** A pinned place in the source of a project. */
export interface Place {
  /** "owner/name" on GitHub. */
  project: string;
  /** Full commit id, an ancestor of the project's main branch or a tag of it. */
  commit: string;
  /** Name of the release that commit is ("0.5.9"), or null for a commit between releases. */
  release: string | null;
  /** Path from the root of the repository. */
  file: string;
  /** Qualified name, null for module level. */
  function: string | null;
  /** Counted from 1, both included. */
  firstLine: number;
  lastLine: number;
}

/** Lines of source as they stand in a file. */
export interface Excerpt {
  text: string;
  /** Counted from 1, both included. */
  start: number;
  end: number;
}

/** The link to lines of a file at a commit: it keeps showing the same lines when the branch moves on. */
export function permalink(
  place: Pick<Place, "project" | "commit" | "file">,
  first: number,
  last: number,
): string {
  const path = place.file.split("/").map(encodeURIComponent).join("/");
  const lines = first === last ? `#L${first}` : `#L${first}-L${last}`;
  return `https://github.com/${place.project}/blob/${place.commit}/${path}${lines}`;
}
