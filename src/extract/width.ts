/** Telling a line that a terminal broke from one that ends: it is as long as the longest lines around it. */

/** Narrower lines end where their writer ended them. */
const MIN_WIDTH = 60;
/** Widths that terminals have from the start: one such line is enough. */
const USUAL = new Set([80, 100, 120, 132, 160]);

export function isUsualWidth(length: number): boolean {
  return USUAL.has(length);
}

export interface WidthState {
  /** Characters of the longest line so far. */
  longest: number;
  /** Lines of that length so far. */
  times: number;
}

export function newWidthState(): WidthState {
  return { longest: 0, times: 0 };
}

/** Reads the length of the block's next line: may it have been broken by the terminal's edge? */
export function fillsTerminal(state: WidthState, length: number): boolean {
  if (length > state.longest) {
    state.longest = length;
    state.times = 1;
  } else if (length === state.longest) state.times += 1;
  else return false;
  return length >= MIN_WIDTH && (state.times > 1 || isUsualWidth(length));
}

/** May a line of at most so many characters fill the terminal, or change what does? */
export function mayFillTerminal(state: WidthState, length: number): boolean {
  return length >= MIN_WIDTH && length >= state.longest;
}
