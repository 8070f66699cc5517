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
  /** A space stands for any white space; some word has at least three characters. */
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

/** Three bytes, each shifted by six bits: what stands before them has left the hash. */
const SHIFT = 6;
const MASK = (1 << (3 * SHIFT)) - 1;
const NEWLINE = 10;
/** From the commonest to the rarest letter. */
const LETTERS = " eaotinrslcdumpgfh01_.:/b\"'-k25y63v,w489=7()xqjz";
/** Words of the lines that logs are full of: a needle is looked for by what these do not hold, where it can be. */
const COMMON_WORDS =
  "Decode Prefill batch running-req queue-req new-seq new-token cached-token #token usage cuda graph True False " +
  "gen throughput (token/s) avail mem available_mem INFO WARNING INFO: HTTP/1.1 200 OK POST GET /v1/chat/completions " +
  "/generate /health http request server_args Capturing batches Loading safetensors checkpoint shards Completed " +
  "it/s s/it scheduler model memory time python version default";

interface Sought {
  needle: Needle;
  bytes: Uint8Array;
  /** Where in the needle the three hashed bytes end. */
  last: number;
}

export function findNeedles(needles: readonly Needle[]): NeedleFinder {
  const slots = new Uint16Array(MASK + 1);
  const sought: Sought[][] = [[]];
  for (const needle of needles) {
    const one = soughtBy(needle);
    for (const hash of hashesOf(one)) {
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
      const stands = needle.loose
        ? standsLoosely(one, bytes, at, lineStart)
        : start >= lineStart && standsAt(one, bytes, start);
      if (stands && (needle.fits === undefined || needle.fits(bytes, start, lineStart)))
        wants |= needle.wants;
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
        hash = ((hash << SHIFT) ^ byte) & MASK;
        const slot = slots[hash]!;
        if (slot !== 0) finder.wants |= look(slot, bytes, at, start);
        if (byte === NEWLINE) break;
      }
      finder.end = at;
    },
  };
  return finder;
}

/** The needle by its three rarest neighbours. */
function soughtBy(needle: Needle): Sought {
  const bytes = Buffer.from(needle.text, "latin1");
  let last = -1;
  let rarest = -1;
  for (let place = 2; place < bytes.length; place += 1) {
    const rarity = rarityOf(bytes[place - 2]!, bytes[place - 1]!, bytes[place]!, needle.loose === true);
    if (rarity > rarest) {
      last = place;
      rarest = rarity;
    }
  }
  if (last === -1) throw new Error(`"${needle.text}" is too short to look for`);
  return { needle, bytes, last };
}

const RARITIES = new Uint8Array(256).fill(LETTERS.length);
for (const [place, letter] of [...LETTERS].entries()) RARITIES[letter.charCodeAt(0)] = place;
const COMMON = new Set(
  Array.from(COMMON_WORDS.slice(2), (_, place) => hashOf(...bytesOf(COMMON_WORDS.slice(place, place + 3)))),
);

function bytesOf(three: string): [number, number, number] {
  return [three.charCodeAt(0), three.charCodeAt(1), three.charCodeAt(2)];
}

function rarityOf(a: number, b: number, c: number, loose: boolean): number {
  if (loose && (a === 32 || b === 32 || c === 32)) return -1;
  const common = COMMON.has(hashOf(a, b, c)) ? 0 : 3 * LETTERS.length;
  return common + RARITIES[a]! + RARITIES[b]! + RARITIES[c]!;
}

function hashOf(a: number, b: number, c: number): number {
  return ((a << (2 * SHIFT)) ^ (b << SHIFT) ^ c) & MASK;
}

function hashesOf({ needle, bytes, last }: Sought): Set<number> {
  const spellings = [bytes[last - 2]!, bytes[last - 1]!, bytes[last]!].map((byte) =>
    needle.anyCase && isLetter(byte) ? [byte | 32, byte & ~32] : [byte],
  );
  const hashes = new Set<number>();
  for (const a of spellings[0]!)
    for (const b of spellings[1]!) for (const c of spellings[2]!) hashes.add(hashOf(a, b, c));
  return hashes;
}

function standsAt({ needle, bytes: wanted }: Sought, bytes: Uint8Array, start: number): boolean {
  for (let offset = 0; offset < wanted.length; offset += 1) {
    const want = wanted[offset]!;
    const byte = bytes[start + offset];
    if (byte !== want && !(needle.anyCase && isLetter(want) && byte !== undefined && (byte ^ want) === 32))
      return false;
  }
  return true;
}

/** Does the needle stand around its hashed bytes, which end at `at`, with any white space for each of its spaces? */
function standsLoosely(
  { bytes: wanted, last }: Sought,
  bytes: Uint8Array,
  at: number,
  lineStart: number,
): boolean {
  return (
    goesLoosely(wanted, last, 1, bytes, at, lineStart) && goesLoosely(wanted, last, -1, bytes, at, lineStart)
  );
}

/** Bytes from 128 on may be a space of another script: then the line is left to those who read strings. */
function goesLoosely(
  wanted: Uint8Array,
  from: number,
  step: 1 | -1,
  bytes: Uint8Array,
  at: number,
  lineStart: number,
): boolean {
  let place = at;
  for (let offset = from; offset >= 0 && offset < wanted.length; offset += step) {
    const byte = place < lineStart ? undefined : bytes[place];
    if (wanted[offset] !== 32) {
      if (byte !== wanted[offset]) return false;
      place += step;
      continue;
    }
    if (byte !== undefined && byte >= 128) return true;
    if (!isBlank(byte)) return false;
    while (place >= lineStart && isBlank(bytes[place])) place += step;
    if (place >= lineStart && place < bytes.length && bytes[place]! >= 128) return true;
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
