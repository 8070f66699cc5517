/** A match: one error of a report and what the catalog knows of it, with the evidence. */
import type { Entry } from "../catalog/entry.ts";
import type { Place } from "../catalog/place.ts";
import type { ReportedError } from "../extract/report.ts";
import type { EvidenceName } from "./evidence.ts";

/** One reason for or against a match. */
export interface Evidence {
  name: EvidenceName;
  /** How much of it was seen: 1, or as its kind in evidence.ts says. */
  amount: number;
  /** Added to the score: the amount times what its kind counts. */
  weight: number;
  /** In words, for a person who writes entries. */
  detail: string;
}

/** A raise site as matching needs it, from the generated layer. */
export interface MatchedSite {
  id: string;
  errorClass: string | null;
  /** Template of the message; "" for a statement without one. */
  message: string;
  /** The innermost conditions that lead there, as in the source; null where none do. */
  guard: string | null;
}

export interface Match {
  error: ReportedError;
  /** What a person wrote about it; null when only a raise site is known. */
  entry: Entry | null;
  site: MatchedSite | null;
  /** Where it is raised, at the reporter's release when known. */
  place: Place | null;
  /** Values of the placeholders, by name. */
  captures: Record<string, string>;
  evidence: Evidence[];
  /** Sum of the evidence. */
  score: number;
  /** Calibrated on the development corpus, 0 to 1. */
  confidence: number;
}
