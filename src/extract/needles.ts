/**
 * Looking for any of many literals in the raw bytes of a text, a line at a time and without making strings.
 * A table of three-byte hashes says for each place whether a literal can stand there; so the cost follows the
 * text, not the number of literals. What is found may be too much (that costs time), never too little.
 */

/** A literal that makes a line worth reading. ASCII, at least three characters. */
export interface Needle {
  text: string;
  /** Bits: who wants to read a line that holds it. */
  wants: number;
  /** Letters of either case stand for each other. */
  anyCase?: boolean;
  /** A space stands for any white space; the first word has at least three characters. */
  loose?: boolean;
  /** Looks around the place where the literal stands; what is behind the line's end reads as undefined. */
  fits?: (bytes: Uint8Array, at: number, lineStart: number) => boolean;
}

/** Finds the end of a line and what stands in it. The answer is in its fields: one line, one call, no garbage. */
export interface NeedleFinder {
  /** Reads the line that begins at `start`; `limit` is the end of the bytes, whose last one is a "\n". */
  readLine(bytes: Uint8Array, start: number, limit: number): void;
  /** Where the line's "\n" stands. */
  end: number;
  /** The bits of all literals found. */
  wants: number;
}

const BITS = 15;
const MASK = (1 << BITS) - 1;
const NEWLINE = 10;
/** From the commonest to the rarest: of a needle's places the one with the rarest characters is looked for. */
const COMMON = " eaotinrslcdumpgfh01_.:/b\"'-k25y63v,w489=7()xqjz";

interface Sought {
  needle: Needle;
  bytes: Uint8Array;
  /** Where in the needle the three hashed bytes end. */
  last: number;
}

export function findNeedles(needles: readonly Needle[]): NeedleFinder {
  const slots = new Uint16Array(1 << BITS);
  const sought: Sought[][] = [[]];
  for (const needle of needles) {
    const bytes = Buffer.from(needle.text, "latin1");
    const last = rarestPlace(needle);
    const one = { needle, bytes, last };
    for (const hash of hashesOf(bytes, last, needle.anyCase === true)) {
      if (slots[hash] === 0) slots[hash] = sought.push([]) - 1;
      sought[slots[hash]!]!.push(one);
    }
  }
  const look = (slot: number, bytes: Uint8Array, at: number, lineStart: number): number => {
    let wants = 0;
    for (const one of sought[slot]!) {
      const { needle } = one;
      if ((finder.wants & needle.wants) === needle.wants) continue;
      const start = at - one.last;
      if (start < lineStart || !standsAt(one, bytes, start)) continue;
      if (needle.fits === undefined || needle.fits(bytes, start, lineStart)) wants |= needle.wants;
    }
    return wants;
  };
  const finder: NeedleFinder = {
    end: 0,
    wants: 0,
    readLine(bytes, start, limit) {
      finder.wants = 0;
      let hash = 0;
      let at = start;
      for (; at < limit; at += 1) {
        const byte = bytes[at]!;
        hash = ((hash << 5) ^ byte) & MASK;
        const slot = slots[hash]!;
        if (slot !== 0) finder.wants |= look(slot, bytes, at, start);
        if (byte === NEWLINE) break;
      }
      finder.end = at;
    },
  };
  return finder;
}

/** Where the three rarest neighbours of the needle end. */
function rarestPlace({ text, loose }: Needle): number {
  const space = loose ? text.indexOf(" ") : -1;
  const limit = space === -1 ? text.length : space;
  if (limit < 3) throw new Error(`"${text}" is too short to look for`);
  let best = 2;
  let rarest = -1;
  for (let last = 2; last < limit; last += 1) {
    const rarity = rarityOf(text[last - 2]!) + rarityOf(text[last - 1]!) + rarityOf(text[last]!);
    if (rarity > rarest) [best, rarest] = [last, rarity];
  }
  return best;
}

function rarityOf(character: string): number {
  const place = COMMON.indexOf(character);
  return place === -1 ? COMMON.length : place;
}

function hashesOf(bytes: Uint8Array, last: number, anyCase: boolean): Set<number> {
  const spellings = [bytes[last - 2]!, bytes[last - 1]!, bytes[last]!].map((byte) =>
    anyCase && isLetter(byte) ? [byte | 32, byte & ~32] : [byte],
  );
  const hashes = new Set<number>();
  for (const a of spellings[0]!)
    for (const b of spellings[1]!)
      for (const c of spellings[2]!) hashes.add(((a << 10) ^ (b << 5) ^ c) & MASK);
  return hashes;
}

function standsAt({ needle, bytes: wanted }: Sought, bytes: Uint8Array, start: number): boolean {
  if (needle.loose) return standsLoosely(wanted, bytes, start);
  for (let offset = 0; offset < wanted.length; offset += 1) {
    const want = wanted[offset]!;
    const byte = bytes[start + offset];
    if (byte !== want && !(needle.anyCase && isLetter(want) && byte !== undefined && (byte ^ want) === 32))
      return false;
  }
  return true;
}

/** Bytes from 128 on may be a space of another script: then the line is left to those who read strings. */
function standsLoosely(wanted: Uint8Array, bytes: Uint8Array, start: number): boolean {
  let at = start;
  for (const want of wanted) {
    const byte = bytes[at];
    if (want !== 32) {
      if (byte !== want) return false;
      at += 1;
      continue;
    }
    if (byte === undefined || byte === NEWLINE) return false;
    if (byte >= 128) return true;
    if (!isBlank(byte)) return false;
    while (at < bytes.length && isBlank(bytes[at]!)) at += 1;
    if (bytes[at]! >= 128) return true;
  }
  return true;
}

export function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

/** White space within a line. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || (byte !== undefined && byte >= 11 && byte <= 13);
}

/** A letter, a digit or "_": what makes words. */
export function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (isLetter(byte) || (byte >= 48 && byte <= 57) || byte === 95);
}
