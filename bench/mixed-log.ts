/** A server's log as SGLang writes it, with errors planted in it whose template is known; the same for a seed. */
import { formatTemplate, parseTemplate } from "../src/catalog/template.ts";
import { message, randomFrom } from "./messages.ts";

export interface Planted {
  /** Of the line with class and message, counted from 1. */
  lineNumber: number;
  /** The one the message was made of. */
  template: string;
}

/** An error that a log can hold. */
export interface Plantable {
  template: string;
  errorClass: string | null;
}

export interface MixedLog {
  bytes: Buffer;
  lines: number;
  planted: Planted[];
}

const FILLINGS: Record<string, string> = {
  path: "/models/acme/widget",
  weight: "model.layers.3.mlp.up.weight",
};
/** Distinct planted errors of a log: a report keeps a hundred errors, native ones and wrappers among them. */
const MAX_PLANTED = 60;
const ERROR_SHARE = 0.002;

const NATIVE = [
  "CUDA error: an illegal memory access was encountered",
  "what():  CUDA error: unspecified launch failure",
  "../csrc/widget.cu:81: index_kernel: block: [3,0,0], thread: [7,0,0] Assertion `index < size` failed.",
  "[rank2]:[E1130 10:20:30.123456789 ProcessGroupNCCL.cpp:616] [Rank 2] Watchdog caught collective operation timeout",
];

/** @param errors of one line, to plant from */
export function mixedLog(bytes: number, seed: number, errors: readonly Plantable[]): MixedLog {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const chosen = Array.from({ length: MAX_PLANTED }, () => one(errors));
  const out: string[] = [];
  const planted: Planted[] = [];
  let size = 0;
  const push = (line: string): void => {
    out.push(line);
    size += Buffer.byteLength(line) + 1;
  };
  for (let tick = 0; size < bytes; tick += 1) {
    const clock = [10 + Math.floor(tick / 36_000), Math.floor(tick / 600) % 60, Math.floor(tick / 10) % 60];
    const time = `2026-11-30 ${clock.map((part) => String(part % 60).padStart(2, "0")).join(":")}`;
    const stamp = `[${time} TP${below(8)}]`;
    if (random() < ERROR_SHARE) {
      const { template, errorClass } = one(chosen);
      for (const line of traceback(stamp, below)) push(line);
      push(`${errorClass ?? "RuntimeError"}: ${filled(template, below)}`);
      planted.push({ lineNumber: out.length, template });
      push("");
    } else if (random() < ERROR_SHARE / 4) push(`${stamp} ${one(NATIVE)}`);
    else push(boringLine(time, stamp, below, random));
  }
  return { bytes: Buffer.from(`${out.join("\n")}\n`), lines: out.length, planted };
}

type Below = (limit: number) => number;

function traceback(stamp: string, below: Below): string[] {
  const lines = [`${stamp} Scheduler hit an exception: Traceback (most recent call last):`];
  for (let frame = 2 + below(10); frame > 0; frame -= 1) {
    const file = `/opt/venv/lib/python3.12/site-packages/sglang/srt/managers/part_${below(40)}.py`;
    lines.push(`  File "${file}", line ${1 + below(3_000)}, in step_${below(30)}`);
    lines.push(`    self.part_${below(90)}.step(batch)`);
  }
  return lines;
}

/** The message with something in its holes. */
function filled(template: string, below: Below): string {
  const parsed = parseTemplate(template);
  const values = parsed.holes.map(({ name, type }) => [name, FILLINGS[type ?? ""] ?? String(below(10_000))]);
  return formatTemplate(parsed, Object.fromEntries(values));
}

function boringLine(time: string, stamp: string, below: Below, random: () => number): string {
  const kind = random();
  if (kind < 0.45)
    return (
      `${stamp} Decode batch, #running-req: ${below(64)}, #token: ${below(90_000)}, token usage: 0.${below(100)}, ` +
      `cuda graph: True, gen throughput (token/s): ${below(3_000)}.${below(100)}, #queue-req: ${below(12)}, `
    );
  if (kind < 0.65)
    return (
      `${stamp} Prefill batch, #new-seq: ${below(8)}, #new-token: ${below(8_192)}, #cached-token: ${below(4_000)}, ` +
      `token usage: 0.${below(100)}, #running-req: ${below(64)}, #queue-req: ${below(10)}, `
    );
  if (kind < 0.85) {
    const address = `10.0.${below(256)}.${below(256)}:${1_024 + below(60_000)}`;
    return `[${time}] INFO:     ${address} - "POST /v1/chat/completions HTTP/1.1" 200 OK`;
  }
  if (kind < 0.9) {
    const done = below(24);
    return (
      `Capturing batches (bs=${below(160)} avail_mem=${below(80)}.${below(100)} GB):  ${done * 4}%|` +
      `${"█".repeat(done)}${" ".repeat(24 - done)}| ${done}/24 [00:${below(60)}<00:${below(60)},  ${below(9)}.${below(100)}s/it]`
    );
  }
  if (kind < 0.96) return `${stamp} WARNING: ${message(random)}, waiting for a free slot`;
  return `${stamp} ${message(random)} ${message(random)}`;
}
