/**
 * Unknown errors that are the same but for a few words become one. Each joins the oldest error it is like, so
 * what an error belongs to never depends on what came after it: its id stays the same from week to week.
 */

export interface Item {
  fingerprint: string;
  errorClass: string | null;
  /** With numbers, paths and addresses masked. */
  maskedMessage: string;
  /** Where it was raised; tells errors apart whose message says nothing. */
  frame: string | null;
}

/** Shared weight of two messages, of all their weight, from which on they are the same error. */
const ALIKE = 0.8;
/** A message that stands whole within another one, if it says this much, is the same error with words around it. */
const SAYS_ENOUGH = 6;
/** A name in quotes or of code tells more than a word of a sentence, and that more than what joins words. */
const NAME_WEIGHT = 2;
const JOINING_WEIGHT = 0.25;
const JOINING = new Set(
  "a an and are as at be by for from has have in is it not of on or the to was were with".split(" "),
);
/** What goes wrong stands first; behind this many words come lists and advice, which weigh less. */
const HEAD = 16;
const TAIL_SHARE = 0.25;
/** Messages lighter than this say so little that the function has to be the same. */
const SAYS_LITTLE = 4;
/** Python's own words are the same wherever it fails: the function tells as well. */
const IMPLICIT = /^(?:Attribute|Index|Type|Key|JSONDecode|UnboundLocal|ZeroDivision|UnicodeDecode)Error$/;
const FRAME_WEIGHT = 1.5;

/**
 * @param items the oldest first
 * @returns fingerprint of each item to that of the item it belongs to (its own where it is the first of its kind)
 */
export function cluster(items: readonly Item[]): Map<string, string> {
  const belongsTo = new Map<string, string>();
  const index = leaderIndex();
  for (const item of items) {
    if (belongsTo.has(item.fingerprint)) continue;
    const asked = subjectOf(item);
    const leader = index.mostLike(asked);
    belongsTo.set(item.fingerprint, leader ?? item.fingerprint);
    if (leader === null) index.add(asked);
  }
  return belongsTo;
}

interface Subject {
  fingerprint: string;
  /** Without module; null where the report shows none, which contradicts no class. */
  className: string | null;
  tokens: Tokens;
  weight: number;
  /** Whether one of the tokens is the place, which weighs more in a message that says little. */
  hasPlace: boolean;
}

function subjectOf(item: Item): Subject {
  const className = item.errorClass?.split(".").at(-1) ?? null;
  const tokens = tokensOf(item, className);
  const hasPlace = tokens.has(placeToken(item));
  return { fingerprint: item.fingerprint, className, tokens, weight: weightOf(tokens), hasPlace };
}

/** Tokens with their weights; a token that stands twice has a number behind its second place. */
type Tokens = Map<string, number>;

const WORD = /'[^'\s]*'|"[^"\s]*"|`[^`\s]*`|<[a-z]+>|[\p{L}\p{N}_][\p{L}\p{N}_.]*/gu;

function placeToken({ frame }: Item): string {
  return `in ${frame ?? "?"}`;
}

function tokensOf(item: Item, className: string | null): Tokens {
  const tokens: Tokens = new Map();
  const add = (token: string, weight: number) => {
    let name = token;
    for (let times = 2; tokens.has(name); times += 1) name = `${token} ${times}`;
    tokens.set(name, tokens.size < HEAD ? weight : weight * TAIL_SHARE);
  };
  for (const [word] of item.maskedMessage.matchAll(WORD)) {
    // Marks of what was masked differ by how a value is written, not by what went wrong.
    if (word.startsWith("<")) continue;
    const name = word.replace(/^['"`]|['"`.]+$/g, "");
    if (name !== "") add(name.toLowerCase(), weightOfWord(word, name));
  }
  if (weightOf(tokens) < SAYS_LITTLE) add(placeToken(item), SAYS_LITTLE);
  else if (IMPLICIT.test(className ?? "")) add(placeToken(item), FRAME_WEIGHT);
  return tokens;
}

function weightOfWord(word: string, name: string): number {
  if (/^['"`]/.test(word) || /[_.]|[a-z][A-Z]|^[A-Z]{2,}/.test(name)) return NAME_WEIGHT;
  return JOINING.has(name.toLowerCase()) ? JOINING_WEIGHT : 1;
}

interface LeaderIndex {
  /** Fingerprint of the leader it is most like, the older of two; null where it is like none. */
  mostLike(asked: Subject): string | null;
  add(leader: Subject): void;
}

function leaderIndex(): LeaderIndex {
  const leaders: Subject[] = [];
  const withToken = lists();
  /** By the one token that fewest of those before it have: who stands whole in a message has it there. */
  const withAnchor = lists();
  return {
    mostLike(asked) {
      let best: number | null = null;
      let score = 0;
      for (const number of [...candidates(asked, withToken), ...withAnchor.ofAny(asked.tokens.keys())]) {
        const found = likeness(asked, leaders[number]!);
        if (found > score || (found === score && best !== null && number < best))
          [best, score] = [number, found];
      }
      return best === null ? null : leaders[best]!.fingerprint;
    },
    add(leader) {
      const number = leaders.push(leader) - 1;
      const [anchor] = rarestFirst(leader, withToken);
      if (anchor !== undefined) withAnchor.add(anchor[0], number);
      for (const token of leader.tokens.keys()) withToken.add(token, number);
    },
  };
}

type Lists = ReturnType<typeof lists>;

function lists() {
  const byToken = new Map<string, number[]>();
  return {
    add(token: string, number: number): void {
      const known = byToken.get(token);
      if (known === undefined) byToken.set(token, [number]);
      else known.push(number);
    },
    of: (token: string): readonly number[] => byToken.get(token) ?? [],
    *ofAny(tokens: Iterable<string>): Iterable<number> {
      for (const token of tokens) yield* byToken.get(token) ?? [];
    },
  };
}

function rarestFirst({ tokens }: Subject, withToken: Lists): [token: string, weight: number][] {
  return [...tokens].sort(([a], [b]) => withToken.of(a).length - withToken.of(b).length);
}

/**
 * Two that are alike share so much that some of the rarest tokens of either are among it: those whose weight
 * together is more than what may be missing are enough to find all.
 */
function candidates(asked: Subject, withToken: Lists): Set<number> {
  // From ofA + ofB ≥ ALIKE·(A + B), ofB ≤ B, and no token weighing more than r times as much there as here.
  const r = asked.tokens.size > HEAD ? 1 / TAIL_SHARE : asked.hasPlace ? SAYS_LITTLE / FRAME_WEIGHT : 1;
  const mayMiss = asked.weight * (1 - ALIKE / (1 + r - r * ALIKE));
  const found = new Set<number>();
  let looked = 0;
  for (const [token, weight] of rarestFirst(asked, withToken)) {
    if (looked > mayMiss) break;
    for (const number of withToken.of(token)) found.add(number);
    looked += weight;
  }
  return found;
}

/**
 * Sørensen–Dice: the share of both together that is on common tokens; 1 where one stands whole within the other. 0: not
 * the same error.
 */
function likeness(a: Subject, b: Subject): number {
  if (a.className !== null && b.className !== null && a.className !== b.className) return 0;
  const ofA = sharedWeight(a, b);
  const ofB = sharedWeight(b, a);
  if (a.weight >= SAYS_ENOUGH && ofA === a.weight) return 1;
  if (b.weight >= SAYS_ENOUGH && ofB === b.weight) return 1;
  const dice = (ofA + ofB) / (a.weight + b.weight);
  return dice >= ALIKE ? dice : 0;
}

/** How much of a's weight is on tokens that b has. */
function sharedWeight(a: Subject, b: Subject): number {
  let shared = 0;
  for (const [token, weight] of a.tokens) if (b.tokens.has(token)) shared += weight;
  return shared;
}

function weightOf(tokens: Tokens): number {
  let weight = 0;
  for (const each of tokens.values()) weight += each;
  return weight;
}
