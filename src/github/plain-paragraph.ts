/** Which lines of a paragraph are plain: none of its code spans, HTML or definitions. */

/** Elements whose content is not what its writer says to us: folded, quoted, code. */
const ENCLOSING =
  /<(\/?)(details|pre|code|blockquote|kbd|samp|tt|table|ul|ol|dl|del|s|strike|template|a)(?=[\s/>]|$)/gi;

/** How many elements of each kind are open. */
export interface TagDepths {
  /** Counts the tags of a line of HTML. */
  html(line: string): void;
  /** Counts what opens in a piece of running text and, where it is surely no code, what closes. */
  text(piece: string, closes: boolean): void;
  inside(): boolean;
}

export function tagDepths(): TagDepths {
  const open = new Map<string, number>();
  const count = (text: string, mayClose: (index: number) => boolean): void => {
    for (const { 1: slash, 2: name, index } of text.matchAll(ENCLOSING)) {
      const tag = name!.toLowerCase();
      const depth = open.get(tag) ?? 0;
      if (slash === "") open.set(tag, depth + 1);
      else if (mayClose(index) && depth > 0) open.set(tag, depth - 1);
    }
  };
  return {
    // Behind "=" it may be a value.
    html: (line) => count(line, (index) => !line.slice(0, index).includes("=")),
    text: (piece, closes) => count(piece, () => closes),
    inside: () => [...open.values()].some((depth) => depth > 0),
  };
}

/**
 * @param depths what encloses the paragraph; counted on with its own tags
 * @returns the plain lines, and whether what follows the paragraph can still be told
 */
export function plainLinesOf(lines: string[], depths: TagDepths): { lines: string[]; certain: boolean } {
  const text = lines.join("\n");
  // What belongs to a footnote is a matter of GitHub's own.
  if (lines.some((line) => /^ {0,3}\[\^/.test(line))) return { lines: [], certain: false };
  // The definition of a link: its title may go over lines.
  if (/^ {0,3}\[[^\]]{0,1000}\]:/.test(text) || lines.some(isDelimiterRow))
    return { lines: [], certain: true };
  const starts = new Set<number>();
  let certain = true;
  const nextRun = sameRuns(text);
  let lineStart = true;
  let pieceStart = 0;
  for (let i = 0; i < text.length; ) {
    if (lineStart && !depths.inside()) starts.add(i);
    lineStart = false;
    const char = text[i]!;
    if (char === "\n") {
      lineStart = true;
      i += 1;
    } else if (char === "\\" && i + 1 < text.length && text[i + 1] !== "\n") i += 2;
    else if (char === "`") {
      const run = nextRun.get(i);
      // Behind an escaped one: how long the run is, is not plain.
      if (run === undefined) return { lines: plain(lines, starts), certain: false };
      const { length, close } = run;
      if (close === null) i += length;
      else {
        depths.text(text.slice(pieceStart, i), true);
        i = close + length;
        pieceStart = i;
      }
    } else if (char === "<" && /[A-Za-z/!?]/.test(text[i + 1] ?? "")) {
      // Whether this is a tag, and where it ends, decides what the rest is: only what opens there counts.
      depths.text(text.slice(pieceStart, i), true);
      depths.text(text.slice(i), false);
      certain = !text.startsWith("<!--", i);
      pieceStart = text.length;
      break;
    } else i += 1;
  }
  depths.text(text.slice(pieceStart), true);
  return { lines: plain(lines, starts), certain };
}

function plain(lines: string[], starts: ReadonlySet<number>): string[] {
  let at = 0;
  return lines.filter((line) => {
    const start = at;
    at += line.length + 1;
    return starts.has(start);
  });
}

/** The row below the heads of a table. */
function isDelimiterRow(line: string): boolean {
  return /^[ |:-]+$/.test(line) && line.includes("-") && /[|:]/.test(line);
}

/** For each run of back-ticks, its length and where the next run of the same length begins. */
function sameRuns(text: string): Map<number, { length: number; close: number | null }> {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const later = new Map<number, number>();
  const found = new Map<number, { length: number; close: number | null }>();
  for (const { index, length } of runs.reverse()) {
    found.set(index, { length, close: later.get(length) ?? null });
    later.set(length, index);
  }
  return found;
}
