/** Where an error is raised, as far as the entry's sites and the report's own traceback agree. */
import type { Entry } from "../catalog/entry.ts";
import type { Place } from "../catalog/place.ts";
import { type EntryPlace, placesOfEntry } from "./place-of-entry.ts";
import type { SiteIndex } from "./sites.ts";

/** What this needs of a traceback's frame. */
export interface TraceFrame {
  file: string;
  line: number | null;
  function: string | null;
}

/**
 * What the report itself shows is never contradicted, and nothing is added to it that only may be so.
 * With frames of the project: the entry's place that one of them passes, where the frame's line or its
 * function tells that it is this one; otherwise what stands at the innermost frame's line at the reporter's
 * release. Without: the entry's place where it is the only one and a statement of its own raises it.
 * @returns null when neither is known
 */
export function placeInTrace(
  entry: Entry,
  frames: TraceFrame[],
  release: string | null,
  projects: Map<string, SiteIndex>,
): Place | null {
  const places = placesOfEntry(entry, release, projects);
  const own = [...projects.values()].flatMap((index) => projectFrames(frames, index));
  const innermost = own.at(-1);
  if (innermost === undefined) return onlyPlace(places);
  const passed = own
    .map((frame) => passedPlace(frame, places, release))
    .filter((place) => place !== null)
    .at(-1);
  if (passed !== undefined) return passed;
  // Frames in the entry's function but at another line say more than the entry does.
  const passesAny = own.some((frame) => places.some(({ place }) => passes(frame, place)));
  const stated = passesAny ? null : onlyPlace(places);
  if (stated !== null && release !== null && stated.release === release) return stated;
  return framePlace(innermost, release);
}

/** Without a frame only one function can be named, and only where the message is that of its statement. */
function onlyPlace(places: EntryPlace[]): Place | null {
  const [first, ...others] = places;
  if (first === undefined || !first.stated) return null;
  const same = others.every(
    ({ place }) => place.file === first.place.file && place.function === first.place.function,
  );
  return same ? first.place : null;
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

/** The place among the entry's that a frame is in; null where that cannot be told. */
function passedPlace(projectFrame: ProjectFrame, places: EntryPlace[], release: string | null): Place | null {
  const { index, frame } = projectFrame;
  const passed = places.filter(({ place }) => passes(projectFrame, place));
  const covers = ({ place }: EntryPlace) =>
    frame.line !== null && place.firstLine <= frame.line && frame.line <= place.lastLine;
  // At a release whose lines are known the line decides; at an unknown one it says nothing of a statement.
  if (release !== null && index.commitOf(release) !== null) {
    const ofRelease = passed.filter(({ place }) => place.release === release);
    return (frame.line === null ? only(ofRelease, index) : ofRelease.find(covers)?.place) ?? null;
  }
  return only(
    passed.filter((candidate) => candidate.stated || covers(candidate)),
    index,
  );
}

/** The only one, unless the file has another function of its name: a frame names no class. */
function only(places: EntryPlace[], index: SiteIndex): Place | null {
  const [first, ...others] = places;
  return first === undefined || others.length > 0 || sharesItsName(first.place, index) ? null : first.place;
}

function passes({ file, frame }: ProjectFrame, place: Place): boolean {
  const name = bareName(place.function);
  return file === place.file && (name === null || bareName(frame.function) === name);
}

function sharesItsName({ file, function: name }: Place, index: SiteIndex): boolean {
  const bare = bareName(name);
  return bare !== null && index.sitesInFunction(file, bare).some((site) => site.function !== name);
}

function framePlace({ index, file, frame }: ProjectFrame, release: string | null): Place | null {
  const commit = release === null ? null : index.commitOf(release);
  if (release === null || commit === null || frame.line === null) return null;
  const { project } = index;
  const around = index.functionAt(release, file, frame.line);
  return {
    project,
    commit,
    release,
    file,
    // The source tells the class as well, where it agrees with the frame.
    function: around !== null && bareName(around) === bareName(frame.function) ? around : frame.function,
    firstLine: frame.line,
    lastLine: frame.line,
  };
}

function bareName(name: string | null): string | null {
  return name?.split(".").at(-1) ?? null;
}
