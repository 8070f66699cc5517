/**
 * What the server counts, for Prometheus. Labels hold only words of ours (events, reasons, routes):
 * nothing of a report, no repository's name, so that their number stays small.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Diagnosis } from "./diagnosis.ts";
import type { Queue } from "./store/queue.ts";

export interface Metrics {
  /** Webhooks answered, by event and status. */
  webhook(event: string, status: number): void;
  diagnosed(diagnosis: Diagnosis): void;
  /** Actions performed or skipped. */
  action(type: string, written: boolean): void;
  /** From accepting a webhook to the end of its reconcile. */
  handled(seconds: number): void;
  jobRan(kind: string, outcome: "done" | "failed", seconds: number): void;
  /** One call of GitHub's API; `remaining` as its answer says. */
  apiCall(method: string, status: number, seconds: number, remaining: number | null): void;
  /** The page that Prometheus reads. */
  page(): Promise<{ contentType: string; text: string }>;
}

/** Half a second is what a person waits for, minutes are what an outage takes. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

export interface MetricsContext {
  queue: Queue;
  /** Webhooks that wait for the store. */
  waitingIntake(): number;
  catalogVersion: string;
  entries: number;
}

export function createMetrics({ queue, waitingIntake, catalogVersion, entries }: MetricsContext): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `sglang_triage_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name: `sglang_triage_${name}`, help, labelNames, buckets: SECONDS, registers });

  const webhooks = counter("webhooks_total", "webhooks answered", ["event", "status"]);
  const diagnoses = counter("diagnoses_total", "diagnoses", ["decision", "silence"]);
  const actions = counter("actions_total", "actions on GitHub, or the wish for them", ["type", "written"]);
  const handled = histogram("webhook_handled_seconds", "from webhook to finished reconcile", []);
  const jobs = histogram("job_seconds", "runs of jobs", ["kind", "outcome"]);
  const calls = histogram("github_call_seconds", "calls of GitHub's API", ["method", "status"]);
  const remaining = new Gauge({
    name: "sglang_triage_github_calls_remaining",
    help: "calls left in this hour, as GitHub last said",
    registers,
  });
  new Gauge({
    name: "sglang_triage_catalog_entries",
    help: "entries of the catalog in use",
    labelNames: ["version"],
    registers,
  }).set({ version: catalogVersion }, entries);
  new Gauge({
    name: "sglang_triage_intake_waiting",
    help: "webhooks that wait for the store",
    registers,
    collect() {
      this.set(waitingIntake());
    },
  });
  new Gauge({
    name: "sglang_triage_queue_jobs",
    help: "jobs by state",
    labelNames: ["state"],
    registers,
    async collect() {
      const { waiting, running, dead } = await queue.depth();
      this.set({ state: "waiting" }, waiting);
      this.set({ state: "running" }, running);
      this.set({ state: "dead" }, dead);
    },
  });
  new Gauge({
    name: "sglang_triage_queue_oldest_seconds",
    help: "for how long the oldest due job has been due",
    registers,
    async collect() {
      this.set((await queue.depth()).oldestSeconds);
    },
  });

  return {
    webhook: (event, status) => webhooks.inc({ event: knownEvent(event), status: String(status) }),
    diagnosed: ({ decision, silence }) => diagnoses.inc({ decision, silence: silence ?? "" }),
    action: (type, written) => actions.inc({ type, written: String(written) }),
    handled: (seconds) => handled.observe(seconds),
    jobRan: (kind, outcome, seconds) => jobs.observe({ kind, outcome }, seconds),
    apiCall(method, status, seconds, left) {
      calls.observe({ method, status: String(status) }, seconds);
      if (left !== null) remaining.set(left);
    },
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

const EVENTS = new Set([
  "issues",
  "issue_comment",
  "installation",
  "installation_repositories",
  "repository",
  "ping",
]);

/** Anybody may name an event before the signature is checked; names of theirs make no series. */
function knownEvent(event: string): string {
  return EVENTS.has(event) ? event : "other";
}
