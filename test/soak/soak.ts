/**
 * Long load: signed webhooks of a crowd (crowd.ts) against a server process, at a steady rate, a tenth of them sent
 * again at once or much later, as GitHub's own. The sandbox runs in this process and stays as large as it is.
 */
import { openRandom } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { judge, faultsOf as wordsOf } from "../crash/judge.ts";
import { environmentFor, type ServerProcess, serverProcess } from "../crash/server-process.ts";
import { openRunStore, type StoreName } from "../crash/store.ts";
import { openPoster } from "../load/sender.ts";
import { takeWebhooks, type Webhook } from "../load/webhooks.ts";
import { faultsOf, type Sample, type Tenth, tenthOf } from "./bars.ts";
import { createCrowd } from "./crowd.ts";
import { type StoreSize, storeSize } from "./store-size.ts";

export interface SoakOptions {
  seed: number;
  store: StoreName;
  events: number;
  /** Events before anything is measured: code is compiled, caches are filled. */
  warmUp: number;
  perSecond: number;
  /** Too short a run to judge memory and latency: they are printed only. */
  short: boolean;
  onProgress?(events: number, sample: Sample): void;
}

export interface SoakFigures {
  events: number;
  seconds: number;
  webhookBytes: number;
  /** Sent again with the same GUID. */
  duplicates: number;
  refused: number;
  issues: number;
  lost: number;
  doubled: number;
  dead: number;
  first: Tenth;
  last: Tenth;
  /** Last tenth to first. */
  memoryRatio: number;
  latencyRatio: number;
  cpuRatio: number;
  /** From the last event until the queue was empty. */
  drainSeconds: number;
  store: StoreSize;
}

const SECRET = "a secret of the run";
const LOOK_EACH_MS = 1_000;
const LONGEST_DRAIN_MS = 10 * 60_000;
/** Share of webhooks that come again: at once, or when so many others have come. */
const AGAIN_AT_ONCE = 0.06;
const AGAIN_LATER = 0.04;
const LATER = 2_000;

/** @returns the figures, and in words what does not hold */
export async function soak(options: SoakOptions): Promise<{ figures: SoakFigures; faults: string[] }> {
  const { seed, events, warmUp, short } = options;
  const store = await openRunStore(options.store);
  const sandbox = await startSandbox({ webhookSecret: SECRET, seed });
  const server = await serverProcess("all", { ...environmentFor(sandbox, SECRET), ...store.environment });
  try {
    await server.ready();
    const crowd = createCrowd(sandbox, openRandom(`${seed} crowd`));
    const load = openLoad(sandbox, server, openRandom(`${seed} duplicates`), warmUp + events);
    const samples: Sample[] = [];
    let looked: Promise<void> | null = null;
    const looking = setInterval(() => {
      looked ??= look(server)
        .then((seen) => {
          const sample = { events: load.sent() - warmUp, ...seen };
          samples.push(sample);
          options.onProgress?.(sample.events, sample);
        })
        // A look may come to nothing (the server just closed the idle connection); the next one is a second away.
        .catch(() => {})
        .finally(() => {
          looked = null;
        });
    }, LOOK_EACH_MS);

    await load.keepTo(options.perSecond, crowd.act);
    clearInterval(looking);
    await looked;
    const drained = performance.now();
    const { dead } = await empty(server);
    const drainSeconds = (performance.now() - drained) / 1000;
    await load.answered();

    const left = judge(sandbox, crowd.reports);
    const gone = crowd.takeWrong();
    await server.stop();
    const latencies = load.latencies().subarray(warmUp);
    const first = tenthOf(0, latencies, samples);
    const last = tenthOf(9, latencies, samples);
    const size = await storeSize(options.store, store.environment);
    const figures: SoakFigures = {
      events,
      seconds: rounded(load.seconds()),
      webhookBytes: Math.round(load.bytes() / load.sent()),
      duplicates: load.duplicates(),
      refused: load.refused(),
      issues: crowd.opened(),
      lost: left.lost.size + gone.lost.size,
      doubled: left.doubled.length + gone.doubled.length,
      dead,
      first,
      last,
      memoryRatio: rounded(last.residentMB / first.residentMB),
      latencyRatio: rounded(last.medianMs / first.medianMs),
      cpuRatio: rounded(last.cpuMsPerEvent / first.cpuMsPerEvent),
      drainSeconds: rounded(drainSeconds),
      store: size(load.sent()),
    };
    const faults = [
      ...wordsOf(gone, "when it left"),
      ...wordsOf(left, "in the end"),
      ...faultsOf(figures, short),
    ];
    return { figures, faults };
  } finally {
    await server.kill();
    await sandbox.stop();
    await store.remove();
  }
}

/** Sends what the sandbox would send, and duplicates, until `total` are sent. */
function openLoad(
  sandbox: Sandbox,
  server: ServerProcess,
  random: ReturnType<typeof openRandom>,
  total: number,
) {
  const poster = openPoster(server.url + WEBHOOK_PATH);
  const latencies = new Float64Array(total);
  const past: Webhook[] = [];
  const underway = new Set<Promise<void>>();
  const began = performance.now();
  let sent = 0;
  let refused = 0;
  let duplicates = 0;
  let bytes = 0;

  function send(webhook: Webhook): void {
    // Later ones are the bot's own comments; the last issues are to be right all the same.
    const at = sent < total ? sent++ : null;
    if (at !== null) bytes += webhook.body.length;
    const answer = poster.send(webhook, performance.now()).then(({ accepted, milliseconds }) => {
      if (!accepted) refused += 1;
      if (at !== null) latencies[at] = milliseconds;
      underway.delete(answer);
    });
    underway.add(answer);
  }

  function sendAgain(webhook: Webhook): void {
    duplicates += 1;
    send(webhook);
  }

  sandbox.state.journal.onCommit(() => {
    for (const webhook of takeWebhooks(sandbox, SECRET)) {
      send(webhook);
      if (random.next() < AGAIN_AT_ONCE) sendAgain(webhook);
      if (random.next() < AGAIN_LATER) past.push(webhook);
    }
    while (past.length > LATER * AGAIN_LATER) sendAgain(past.shift()!);
  });

  return {
    sent: () => sent,
    refused: () => refused,
    duplicates: () => duplicates,
    bytes: () => bytes,
    latencies: () => latencies,
    seconds: () => (performance.now() - began) / 1000,
    /** Has the crowd act so that the webhooks keep to the rate; resolves when all are sent. */
    async keepTo(perSecond: number, act: () => void): Promise<void> {
      while (sent < total) {
        while (sent < Math.min(total, ((performance.now() - began) / 1000) * perSecond)) act();
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    async answered(): Promise<void> {
      await Promise.all(underway);
      poster.close();
    },
  };
}

/** What the server says of itself. */
async function look({ url }: ServerProcess): Promise<Omit<Sample, "events"> & { dead: number }> {
  // No connection is kept: one that the server has closed meanwhile would be an error.
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
  const value = (name: string): number => {
    const line = text.split("\n").find((it) => it.startsWith(`${name} `));
    if (line === undefined) throw new Error(`/metrics says nothing of ${name}`);
    return Number(line.slice(name.length + 1));
  };
  const jobs = (state: string) => value(`sglang_triage_queue_jobs{state="${state}"}`);
  return {
    resident: value("process_resident_memory_bytes"),
    heap: value("nodejs_heap_size_used_bytes"),
    cpu: value("process_cpu_seconds_total"),
    queue: jobs("waiting") + jobs("running"),
    dead: jobs("dead"),
  };
}

async function empty(server: ServerProcess): Promise<{ dead: number }> {
  const end = performance.now() + LONGEST_DRAIN_MS;
  for (;;) {
    const { queue, dead } = await look(server);
    if (queue === 0) return { dead };
    if (performance.now() > end) throw new Error(`${queue} jobs are left in the queue`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
