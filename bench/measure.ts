/** The shortest of several runs, in milliseconds: what the machine can do when nothing else disturbs it. */
export function shortest(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export function ratioLine(name: string, ours: number, opponent: string, theirs: number): string {
  return `${name}: ${ours.toFixed(1)} ms, ${opponent}: ${theirs.toFixed(1)} ms, ${(theirs / ours).toFixed(1)} times as fast`;
}
