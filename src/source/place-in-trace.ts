/** Where an error is raised, as far as the entry's sites and the report's own traceback agree. */
import type { Entry } from "../catalog/entry.ts";
import type { Place } from "../catalog/place.ts";
import { placeOfEntry } from "./place-of-entry.ts";
import type { SiteIndex } from "./sites.ts";

/** What this needs of a traceback's frame. */
export interface TraceFrame {
  file: string;
  line: number | null;
  function: string | null;
}

/**
 * The entry's site where the traceback passes it, where no traceback is shown, or where it is of the
 * reporter's own release. Otherwise the innermost frame of the project, pinned at that release: what the
 * report itself shows is never contradicted.
 * @returns null when neither is known
 */
export function placeInTrace(
  entry: Entry,
  frames: TraceFrame[],
  release: string | null,
  projects: Map<string, SiteIndex>,
): Place | null {
  const site = placeOfEntry(entry, release, projects);
  const own = [...projects.values()].flatMap((index) => projectFrames(frames, index));
  const innermost = own.at(-1);
  if (innermost === undefined) return site;
  if (
    site !== null &&
    (site.release === release || release === null) &&
    own.some((frame) => passes(frame, site))
  )
    return site;
  if (site !== null && release !== null && site.release === release) return site;
  return framePlace(innermost, release);
}

interface ProjectFrame {
  index: SiteIndex;
  /** Path in the repository. */
  file: string;
  frame: TraceFrame;
}

function projectFrames(frames: TraceFrame[], index: SiteIndex): ProjectFrame[] {
  return frames.flatMap((frame) => {
    const file = index.repositoryPath(frame.file);
    return file === null ? [] : [{ index, file, frame }];
  });
}

function passes({ file, frame }: ProjectFrame, site: Place): boolean {
  const name = site.function?.split(".").at(-1) ?? null;
  return file === site.file && (name === null || frame.function?.split(".").at(-1) === name);
}

function framePlace({ index, file, frame }: ProjectFrame, release: string | null): Place | null {
  const commit = release === null ? null : index.commitOf(release);
  if (commit === null || frame.line === null) return null;
  const { project } = index;
  return {
    project,
    commit,
    release,
    file,
    function: frame.function,
    firstLine: frame.line,
    lastLine: frame.line,
  };
}
