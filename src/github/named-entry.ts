/** The diagnosis that a maintainer names: this report shows that entry's error. */
import type { Entry } from "../catalog/entry.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { ReportedError } from "../extract/report.ts";
import { adviceFor } from "../match/advice.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Match } from "../match/match.ts";
import { matchError } from "../match/match-error.ts";

/** Where an error of the report fits the entry, with its values; otherwise about the report's first error, or its title. */
export function diagnosisAs(diagnosis: Diagnosis, entry: Entry, title: string, catalog: Catalog): Diagnosis {
  const { errors, environment } = diagnosis;
  const fitting = errors
    .flatMap(({ error }) => matchError(error, environment, catalog))
    .find((match) => match.entry?.slug === entry.slug);
  const primary = fitting ?? named(errors[0]?.error ?? titleError(title));
  // What would have been answered is the named error, unless that one stands beside it.
  const beside = fitting !== undefined && diagnosis.decision === "reply" ? diagnosis.primary : null;
  const others = [...(beside === null ? [] : [beside]), ...diagnosis.secondary];
  return {
    ...diagnosis,
    decision: "reply",
    silence: null,
    reason: `named as ${entry.slug}`,
    confidence: 1,
    primary,
    advice: adviceFor(entry, primary.captures, environment),
    secondary: others.filter((match) => match.entry?.slug !== entry.slug),
    tags: [entry.backgroundTag],
  };

  function named(error: ReportedError): Match {
    const place = catalog.placeOf(entry, environment.sglang, error.frames);
    return { error, entry, site: null, place, captures: {}, evidence: [], score: 0, confidence: 1 };
  }
}

function titleError(title: string): ReportedError {
  return {
    part: "title",
    line: title,
    lineNumber: 0,
    errorClass: null,
    message: title,
    frames: [],
    role: "root",
    shape: "named",
    count: 1,
  };
}
