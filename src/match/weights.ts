/**
 * What each piece of evidence counts. One table, so that fitting changes numbers and nothing else.
 * The scale is log-odds: confidence is the logistic function of the sum.
 */
export const WEIGHTS = {
  /** Before any evidence: a template that fits says little by itself. */
  prior: -2.2,
  /** For each literal character of the template, up to `messageCap`. */
  messageCharacter: 0.07,
  messageCap: 3,
  /** Times the rarity (0 to 1) of the template's rarest word. */
  rarity: 1,
  /** The template begins where the message begins. */
  atStart: 0.6,
  /** The class is the entry's, or the report shows none. */
  classEqual: 1.2,
  classUnknown: 0,
  /** For each frame the matcher asks for, found. */
  frame: 1.6,
  innermostFrame: 2.4,
  /** The trace passes the file, or file and function, that the entry says raises it. */
  siteFile: 0.5,
  siteFunction: 0.9,
  /** A trace is shown and does not pass there. */
  siteElsewhere: -0.7,
  /** The innermost frame's package is the entry's origin. */
  origin: 0.5,
  /** The reporter's release lies outside of what the entry holds for. */
  otherRelease: -1,
  wrapper: -1,
  consequence: -1.5,
} as const;

export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
