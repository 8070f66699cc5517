/**
 * The gate before the readers: almost every line of a log is none of their business.
 * Each word here is part of what some reader looks for; a line without any is passed over at once.
 */

const WORDS = [
  "rror",
  "xcept",
  "ail",
  "RROR",
  "atal",
  "ssert",
  "annot",
  "message",
  "status",
  "WARN ",
  "panicked",
  "out of ",
  "upported",
  "what()",
  "atchdog",
  "ault",
  "ndefined",
  "nvalid",
  "NVSHMEM",
  "too many",
  "leak ",
  "hit config",
  "9999: ",
  "signal ",
  "in use",
  "Timeout ",
  "OutOf",
  "Interrupt",
  "Exit",
  "StopIter",
  "The system",
  "ERR0",
  "Offline",
  "Disconnected",
] as const;

/** Words by their first two characters; one look at a table for each character of a line decides. */
const PAIRS = new Uint8Array(1 << 16);
const BY_PAIR: string[][] = [[]];
for (const word of WORDS) {
  const pair = (word.charCodeAt(0) << 8) | word.charCodeAt(1);
  if (PAIRS[pair] === 0) PAIRS[pair] = BY_PAIR.push([]) - 1;
  BY_PAIR[PAIRS[pair] ?? 0]?.push(word);
}

/** Index of the first word of suspicion at or after `from`; -1 where none stands. Reads each character once. */
export function findSuspect(text: string, from = 0): number {
  let before = text.charCodeAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const slot = code < 128 && before < 128 ? PAIRS[(before << 8) | code] : 0;
    if (slot !== 0) {
      for (const word of BY_PAIR[slot ?? 0] ?? []) if (text.startsWith(word, at - 1)) return at - 1;
    }
    before = code;
  }
  return -1;
}

/** May some reader know the line? */
export function isSuspect(body: string): boolean {
  return findSuspect(body) !== -1;
}
