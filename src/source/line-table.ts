/**
 * Line tables: where each site stands at a release, written as what changed since the table before.
 *
 * A table is a text file. A row is a file's path (without the package's folder) and its changes:
 *
 *     srt/utils.py<TAB>4 3+2 x1 !0123456789abcdef@120,3 2~+5,1
 *
 *   `4`       the next four sites of the table before, where they were
 *   `3+2`     the next three, two lines further down (`3-2`: up)
 *   `x1`      the next one is gone
 *   `!id@f`   a site that the table before does not have here: first line f, one line long; `!id@f,s`: s more lines
 *   `1~+5,2`  the next one, five lines further down, now spanning two more lines than its first
 *   `-`       alone: the file has no sites any more
 *
 * Files not named are as before. Sites are in order of first line, then last line, then id.
 */

export interface LineEntry {
  id: string;
  first: number;
  /** Last line minus first line. */
  span: number;
}

/** Sites by file. Arrays are shared between tables when nothing changed, and never modified. */
export type LineTable = Map<string, readonly LineEntry[]>;

export function compareEntries(a: LineEntry, b: LineEntry): number {
  return a.first - b.first || a.span - b.span || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** @param prefix the package's folder with a slash, left out of the paths */
export function encodeTable(before: LineTable, after: LineTable, prefix: string): string {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const rows: string[] = [];
  for (const path of paths) {
    const old = before.get(path) ?? [];
    const now = after.get(path) ?? [];
    if (old === now) continue;
    const changes = now.length === 0 ? (old.length === 0 ? "" : "-") : encodeFile(old, now);
    if (changes !== "") rows.push(`${shortPath(path, prefix)}\t${changes}\n`);
  }
  return rows.join("");
}

function shortPath(path: string, prefix: string): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : `/${path}`;
}

const signed = (n: number): string => (n === 0 ? "" : n > 0 ? `+${n}` : String(n));

function encodeFile(old: readonly LineEntry[], now: readonly LineEntry[]): string {
  const at = new Map(old.map((entry, i) => [entry.id, i]));
  const tokens: string[] = [];
  let pointer = 0;
  let run = 0;
  let shift = 0;
  let changed = false;
  const flush = (): void => {
    if (run > 0) tokens.push(`${run}${signed(shift)}`);
    if (run > 0 && shift !== 0) changed = true;
    run = 0;
  };
  for (const entry of now) {
    const index = at.get(entry.id);
    if (index === undefined || index < pointer) {
      flush();
      tokens.push(`!${entry.id}@${entry.first}${entry.span === 0 ? "" : `,${entry.span}`}`);
      changed = true;
      continue;
    }
    if (index > pointer) {
      flush();
      tokens.push(`x${index - pointer}`);
      changed = true;
    }
    pointer = index + 1;
    const was = old[index]!;
    const moved = entry.first - was.first;
    if (entry.span !== was.span) {
      flush();
      tokens.push(`1~${signed(moved)},${entry.span}`);
      changed = true;
    } else {
      if (run > 0 && moved !== shift) flush();
      shift = moved;
      run += 1;
    }
  }
  flush();
  if (pointer < old.length) {
    tokens.push(`x${old.length - pointer}`);
    changed = true;
  }
  return changed ? tokens.join(" ") : "";
}

const INSERT = /^!([0-9a-f]{16})@(\d+)(?:,(\d+))?$/;
const KEEP = /^(\d+)([+-]\d+)?$/;
const RESIZE = /^1~([+-]\d+)?,(\d+)$/;

/**
 * The table after `text`'s changes.
 * @throws Error naming the row when the text is damaged.
 */
export function decodeTable(before: LineTable, text: string, prefix: string): LineTable {
  const after: LineTable = new Map(before);
  for (const row of text.split("\n")) {
    if (row === "") continue;
    const tab = row.indexOf("\t");
    const path = row.startsWith("/") ? row.slice(1, tab) : prefix + row.slice(0, tab);
    const changes = row.slice(tab + 1);
    if (tab < 1) throw new Error(`damaged line table: ${row.slice(0, 80)}`);
    if (changes === "-") after.delete(path);
    else after.set(path, decodeFile(before.get(path) ?? [], changes, row));
  }
  return after;
}

function decodeFile(old: readonly LineEntry[], changes: string, row: string): LineEntry[] {
  const now: LineEntry[] = [];
  let pointer = 0;
  const damaged = (): never => {
    throw new Error(`damaged line table: ${row.slice(0, 80)}`);
  };
  for (const token of changes.split(" ")) {
    if (token.startsWith("!")) {
      const found = INSERT.exec(token) ?? damaged();
      now.push({ id: found[1]!, first: Number(found[2]), span: Number(found[3] ?? 0) });
    } else if (token.startsWith("x")) {
      pointer += Number(token.slice(1));
    } else if (token.startsWith("1~")) {
      const found = RESIZE.exec(token) ?? damaged();
      const was = old[pointer] ?? damaged();
      now.push({ id: was.id, first: was.first + Number(found[1] ?? 0), span: Number(found[2]) });
      pointer += 1;
    } else {
      const found = KEEP.exec(token) ?? damaged();
      const shift = Number(found[2] ?? 0);
      for (let n = Number(found[1]); n > 0; n -= 1) {
        const was = old[pointer] ?? damaged();
        now.push(shift === 0 ? was : { id: was.id, first: was.first + shift, span: was.span });
        pointer += 1;
      }
    }
  }
  if (pointer !== old.length) damaged();
  return now;
}
