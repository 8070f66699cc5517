/**
 * The kinds of evidence for and against a match. What each one counts stands in weights.ts, which is fitted;
 * here is what a fit may not leave: the sign where it is certain, and the value where the data is silent.
 */

export interface EvidenceKind {
  /** 1: never counts against a match; -1: never for it; 0: the data may say. */
  sign: 1 | -1 | 0;
  /** Set by hand, in log-odds: the fit is drawn towards it, and evidence that no report shows keeps it. */
  centre: number;
  /** What is counted, for people; amounts are 1 unless it says otherwise. */
  meaning: string;
}

export const EVIDENCE = {
  prior: { sign: 0, centre: -2.2, meaning: "any matcher that fits, before its evidence" },
  message: { sign: 1, centre: 3, meaning: "the message has the template's literals: their length, 0 to 1" },
  rarity: { sign: 1, centre: 1, meaning: "how rare the template's rarest word is, 0 to 1" },
  start: { sign: 1, centre: 0.6, meaning: "the template begins where the message begins" },
  class: { sign: 1, centre: 1.2, meaning: "the class is the entry's" },
  "class-unknown": { sign: 0, centre: 0, meaning: "the matcher asks for a class, the report shows none" },
  "class-other": { sign: -1, centre: -0.5, meaning: "another class, where the matcher asks for none" },
  frame: { sign: 1, centre: 1.6, meaning: "a frame that the matcher asks for: their number" },
  "frame-innermost": { sign: 1, centre: 2.4, meaning: "the innermost frame is the one asked for" },
  "site-function": { sign: 1, centre: 0.9, meaning: "the trace passes the raising function" },
  "site-file": { sign: 0, centre: 0.5, meaning: "the trace passes the raising file, not the function" },
  "site-elsewhere": {
    sign: -1,
    centre: -0.7,
    meaning: "a trace is shown and does not pass the raising file",
  },
  origin: { sign: 1, centre: 0.5, meaning: "the innermost frame lies in the package that raises it" },
  release: { sign: 1, centre: 0.3, meaning: "the reporter's release has the raise site" },
  "release-without-site": {
    sign: -1,
    centre: -0.5,
    meaning: "the reporter's release does not have the raise site",
  },
  "holds-for": {
    sign: -1,
    centre: -1,
    meaning: "the reporter's release lies outside of what the entry holds for",
  },
  "chain-wrapper": { sign: -1, centre: -1, meaning: "the error quotes or re-raises another one" },
  "chain-consequence": { sign: -1, centre: -1.5, meaning: "the error follows from another one" },
} as const satisfies Record<string, EvidenceKind>;

export type EvidenceName = keyof typeof EVIDENCE;

export const EVIDENCE_NAMES = Object.keys(EVIDENCE) as EvidenceName[];

/** What each kind of evidence counts, in log-odds. */
export type Weights = Record<EvidenceName, number>;
