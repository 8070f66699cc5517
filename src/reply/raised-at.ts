/** Where an error is raised: in words, because GitHub shows source only for links into the same repository. */
import { type Place, permalink } from "../catalog/place.ts";
import type { Environment } from "../extract/report.ts";
import type { Match } from "../match/match.ts";
import { codeSpan, type Redactor, safeText } from "./escape.ts";
import { linkTarget } from "./github-link.ts";

/** The same raise site at the newest commit we know of; `place` is null when it is gone there. */
export interface RaiseSiteNow {
  /** What that commit is called ("main of 2026-08-22"). */
  name: string;
  place: Place | null;
}

/** @returns null when nothing at all is known of the place */
export function raisedAt(
  match: Match,
  environment: Environment,
  redactor: Redactor,
  now?: RaiseSiteNow,
): string | null {
  const { place, entry, error } = match;
  if (place !== null)
    return [inWords(place, environment), link(place), later(place, now)].filter(Boolean).join("\n\n");
  const source = entry?.sourceUrl == null ? null : linkTarget(entry.sourceUrl);
  if (entry !== null && source !== null) {
    return `**Raised** below SGLang, in ${codeSpan(entry.origin)}:\n\n${source}`;
  }
  const frame = error.frames.at(-1);
  if (frame === undefined) return null;
  const line = frame.line === null ? "" : `, line ${frame.line}`;
  const within = frame.function === null ? "" : `, in ${codeSpan(safeText(frame.function, 100, redactor))}`;
  return `**Raised at** ${codeSpan(safeText(inPackage(frame.file), 200, redactor))}${line}${within}, says the traceback.`;
}

/** Where a package is installed says nothing of the error, and sometimes much of its user. */
function inPackage(file: string): string {
  return file.split(/[\\/](?:site|dist)-packages[\\/]/).at(-1)!;
}

function inWords(place: Place, environment: Environment): string {
  const within = place.function === null ? "at module level" : `in ${codeSpan(place.function)}`;
  return `**Raised at** ${codeSpan(place.file)}, line ${place.firstLine}, ${within} (${when(place, environment)}):`;
}

function when({ release, commit }: Place, { sglang }: Environment): string {
  if (release === null) return `commit ${codeSpan(commit.slice(0, 9))}`;
  return release === sglang
    ? `${codeSpan(release)}, the release of this report`
    : `release ${codeSpan(release)}`;
}

function link(place: Place): string {
  return permalink(place, place.firstLine, place.lastLine);
}

/** Said only where it helps: the site has moved or gone since. */
function later(place: Place, now: RaiseSiteNow | undefined): string | null {
  if (now === undefined || now.place?.commit === place.commit) return null;
  const name = codeSpan(now.name);
  if (now.place === null) return `On ${name} this check no longer exists.`;
  if (now.place.file === place.file && now.place.firstLine === place.firstLine) return null;
  return `On ${name} it is ${codeSpan(now.place.file)}, line ${now.place.firstLine}.`;
}
