/** Counts over the windows, drawn: as a Mermaid chart, which GitHub renders, and as a word of bars. */

const BARS = "▁▂▃▄▅▆▇█";

/** One character for each count, the highest as high as there is. */
export function bars(counts: readonly number[]): string {
  const highest = Math.max(1, ...counts);
  return counts.map((count) => BARS[Math.round((count / highest) * (BARS.length - 1))]).join("");
}

/** @param heading plain words. The counts stand below it as well, for those who see no chart. */
export function chart(heading: string, counts: readonly number[]): string {
  const last = counts.length - 1;
  const names = counts.map((_, index) => (index === last ? '"this"' : `"-${last - index}"`));
  return [
    "```mermaid",
    "xychart-beta",
    `  title "${heading}"`,
    `  x-axis [${names.join(", ")}]`,
    `  y-axis 0 --> ${Math.max(1, ...counts)}`,
    `  bar [${counts.join(", ")}]`,
    "```",
    "",
    `${heading}: ${counts.join(", ")} (the last is this one).`,
  ].join("\n");
}
