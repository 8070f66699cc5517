/** The shortest of several runs, in milliseconds: what the machine can do when nothing else disturbs it. */
import { spawnSync } from "node:child_process";

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

/** Milliseconds of one run. The processor's time is what a busy machine leaves comparable. */
export interface Spent {
  wall: number;
  cpu: number;
}

export function least(a: Spent | null, b: Spent): Spent {
  return a === null ? b : { wall: Math.min(a.wall, b.wall), cpu: Math.min(a.cpu, b.cpu) };
}

export async function spentOn(work: () => unknown): Promise<Spent> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1_000 };
}

/** What a command spends, its start included; bash counts it. */
export function spentByCommand(command: string, env: Record<string, string> = {}): Spent & { out: string } {
  const script = `TIMEFORMAT="%R %U %S"; time ${command}`;
  const run = spawnSync("bash", ["-c", script], { encoding: "utf8", env: { ...process.env, ...env } });
  const times = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(run.stderr)?.slice(1).map(Number);
  if (times === undefined) throw new Error(`${command} did not run: ${run.stderr}`);
  return { wall: times[0]! * 1_000, cpu: (times[1]! + times[2]!) * 1_000, out: run.stdout.trim() };
}

export function spentText({ wall, cpu }: Spent): string {
  return `${cpu.toFixed(0)} ms of processor, ${wall.toFixed(0)} ms of clock`;
}
