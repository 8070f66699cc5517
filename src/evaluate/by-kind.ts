/** What is not answered, by kind of error, and why: where the next work is. */
import type { Silence } from "../diagnosis.ts";
import type { EvaluatedIssue } from "./figures.ts";

/** The kinds of errors reports hold, by who raises them. */
const KIND_OF_ORIGIN: Record<string, string> = {
  torch: "torch",
  cuda: "CUDA, HIP",
  hip: "CUDA, HIP",
  rocm: "CUDA, HIP",
  nccl: "NCCL, NVSHMEM",
  nvshmem: "NCCL, NVSHMEM",
  triton: "triton",
  "sgl-kernel": "kernels, wheels, installation",
  flashinfer: "kernels, wheels, installation",
  deep_ep: "kernels, wheels, installation",
  deep_gemm: "kernels, wheels, installation",
  aiter: "kernels, wheels, installation",
  vllm: "kernels, wheels, installation",
  pip: "kernels, wheels, installation",
  transformers: "model files, downloads",
  huggingface_hub: "model files, downloads",
  pydantic: "HTTP, requests",
  fastapi: "HTTP, requests",
  uvicorn: "HTTP, requests",
  openai: "HTTP, requests",
  xgrammar: "structured output",
  outlines: "structured output",
  "sgl-router": "router, transfer, RPC",
  mooncake: "router, transfer, RPC",
  nixl: "router, transfer, RPC",
  rpyc: "router, transfer, RPC",
  ray: "router, transfer, RPC",
  python: "Python's own, elsewhere",
};

/** Raised by Python at a statement of SGLang that makes no message. */
const IMPLICIT =
  /(?:^|\.)(?:AssertionError|AttributeError|ImportError|IndexError|KeyError|ModuleNotFoundError|NameError|RecursionError|TypeError|UnboundLocalError|ZeroDivisionError)$/;

/** Why an issue has no answer, in the order of the table. */
export const REASONS = [
  "no error extracted",
  "no entry",
  "raise site only",
  "generic entry only",
  "tie",
  "below threshold",
  "title only",
  "no report",
  "label only",
  "reply labelled no",
] as const;

export type Reason = (typeof REASONS)[number];

export interface KindRow {
  kind: string;
  /** Issues of kind `error` whose first labelled line is of this kind. */
  issues: number;
  /** Those labelled as worth a reply, and how many of them have one. */
  wanted: number;
  wantedAnswered: number;
  /** All with a reply, whatever the label. */
  answered: number;
  /** Numbers of the issues without one, by reason. */
  unanswered: Partial<Record<Reason, number[]>>;
}

/** A row a kind, the one with the most issues first. */
export function unansweredByKind(evaluated: EvaluatedIssue[]): KindRow[] {
  const rows = new Map<string, KindRow>();
  for (const one of evaluated) {
    const { issue, diagnosis } = one;
    if (issue.label.kind !== "error") continue;
    const kind = kindOf(issue.label.primary[0]);
    const row = rows.get(kind) ?? {
      kind,
      issues: 0,
      wanted: 0,
      wantedAnswered: 0,
      answered: 0,
      unanswered: {},
    };
    rows.set(kind, row);
    const answered = diagnosis.decision === "reply";
    row.issues += 1;
    if (issue.label.reply === "yes") row.wanted += 1;
    if (issue.label.reply === "yes" && answered) row.wantedAnswered += 1;
    if (answered) row.answered += 1;
    else {
      const reason = reasonOf(one);
      row.unanswered[reason] = [...(row.unanswered[reason] ?? []), issue.number];
    }
  }
  return [...rows.values()].sort((a, b) => b.issues - a.issues || (a.kind < b.kind ? -1 : 1));
}

/** @param primary the labelled root line; absent origins count as unknown */
export function kindOf(primary: { origin?: string | null; class?: string | null } | undefined): string {
  const origin = primary?.origin?.toLowerCase() ?? "unknown";
  if (origin === "sglang")
    return IMPLICIT.test(primary?.class ?? "") ? "Python's own, inside SGLang" : "message written by SGLang";
  return Object.hasOwn(KIND_OF_ORIGIN, origin) ? KIND_OF_ORIGIN[origin]! : "others";
}

const REASON_OF: Record<Silence, Reason> = {
  "no-error": "no error extracted",
  "consequence-only": "no entry",
  "no-entry": "no entry",
  "title-only": "title only",
  "no-report": "no report",
  "site-only": "raise site only",
  "generic-only": "generic entry only",
  tie: "tie",
  unsure: "below threshold",
};

function reasonOf({ issue, diagnosis }: EvaluatedIssue): Reason {
  if (issue.label.reply === "no") return "reply labelled no";
  return diagnosis.silence === null ? "label only" : REASON_OF[diagnosis.silence];
}
