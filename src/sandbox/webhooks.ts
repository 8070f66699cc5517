import type { Delivery, DeliveryOutcome } from "./model.ts";
import { post, unreachable } from "./post-delivery.ts";
import type { Random } from "./random.ts";
import { nextId, type State, timestamp } from "./state.ts";

/**
 * What may happen to a delivery on its way. `fail` never reaches the app and is listed as failed, as when the
 * app was down; `lose` is not even listed; `duplicate` arrives twice with one GUID; `late` waits until the
 * deliveries queued after it have gone.
 */
type Disturbance = {
  readonly kind: "fail" | "lose" | "duplicate" | "late" | "delay";
  /** Only deliveries of this event (`issues`) or event and action (`issues.opened`). */
  readonly event?: string;
  /** For `delay`: how long, in milliseconds. */
  readonly delayMs?: number;
} & ({ readonly times: number } | { readonly probability: number });

export interface Webhooks {
  /** Where deliveries go; until it is known they wait. */
  connect(url: string): void;
  /** Keeps deliveries back; those under way finish. */
  hold(): void;
  /** Sends what was kept back, in order or shuffled by the seeded generator. */
  release(options?: { shuffle?: boolean }): void;
  disturb(disturbance: Disturbance): void;
  /** Forgets all disturbances. */
  calm(): void;
  /** Sends a past delivery again with its GUID, as a new delivery. @throws when there is none of that id. */
  redeliver(id: number): Delivery;
  /** Deliveries that wait or are under way. */
  pending(): number;
  /** Resolves when nothing waits or is under way (a held queue counts as nothing). */
  drained(): Promise<void>;
  /** Stops sending; a delivery under way is broken off and will be sent again after the next start. */
  stop(): Promise<void>;
}

export interface WebhookOptions {
  readonly secret: string;
  readonly random: Random;
  readonly url?: string;
  /** How many are under way at once; they start in order. */
  readonly concurrency?: number;
  /** GitHub's patience is 10 s. */
  readonly timeoutMs?: number;
}

interface Envelope {
  readonly id: number;
  /** A second copy of a duplicate is not written down again. */
  readonly copy: boolean;
  readonly delayMs: number;
}

/** The longest list of past deliveries; GitHub keeps them for about three days. */
const mostDeliveries = 5_000;
const pruneEvery = 100;
const keptForMs = 3 * 86_400_000;

/**
 * Sends the deliveries that `announce` queued: in order, signed, each outcome written down. One that was queued
 * or under way when the process died has no outcome and is sent after the next start (GitHub itself would not
 * have died, and its delivery would have been late).
 */
export function openWebhooks(state: State, options: WebhookOptions): Webhooks {
  const { random } = options;
  const queue: Envelope[] = [];
  const late: Envelope[] = [];
  const underway = new Set<Promise<void>>();
  const abort = new AbortController();
  let disturbances: { disturbance: Disturbance; left: number }[] = [];
  let url = options.url;
  let held = false;
  let finished = 0;
  let waiters: (() => void)[] = [];

  /** Takes new delivery records into the queue. */
  function collect(): void {
    if (abort.signal.aborted) return;
    // Emptied first: a disturbance writes, and each write comes back here.
    const fresh = [...state.queued];
    state.queued.clear();
    for (const id of fresh) {
      const delivery = state.deliveries.get(id);
      if (delivery) enqueue(delivery);
    }
    pump();
  }

  function enqueue(delivery: Delivery): void {
    const disturbance = delivery.redelivery ? undefined : pick(delivery);
    const envelope = { id: delivery.id, copy: false, delayMs: 0 };
    switch (disturbance?.kind) {
      case "fail":
        finish(delivery, unreachable(state, url ?? "", 0));
        return;
      case "lose":
        state.deliveries.delete(delivery.id);
        return;
      case "duplicate":
        queue.push(envelope, { ...envelope, copy: true });
        return;
      case "late":
        late.push(envelope);
        return;
      case "delay":
        queue.push({ ...envelope, delayMs: disturbance.delayMs ?? 1_000 });
        return;
      default:
        queue.push(envelope);
    }
  }

  function pick(delivery: Delivery): Disturbance | undefined {
    for (const entry of disturbances) {
      const { disturbance } = entry;
      const { event } = disturbance;
      if (event && event !== delivery.event && event !== `${delivery.event}.${delivery.action}`) continue;
      if ("times" in disturbance) {
        if (entry.left <= 0) continue;
        entry.left--;
        return disturbance;
      }
      if (random.next() < disturbance.probability) return disturbance;
    }
    return undefined;
  }

  function pump(): void {
    while (
      url !== undefined &&
      !held &&
      !abort.signal.aborted &&
      underway.size < (options.concurrency ?? 1)
    ) {
      const envelope = queue.shift() ?? late.shift();
      if (!envelope) break;
      const task: Promise<void> = send(envelope).finally(() => {
        underway.delete(task);
        pump();
      });
      underway.add(task);
    }
    if (underway.size === 0 && (held || url === undefined || queue.length + late.length === 0)) {
      for (const wake of waiters.splice(0)) wake();
    }
  }

  async function send({ id, copy, delayMs }: Envelope): Promise<void> {
    if (delayMs > 0) await pause(delayMs, abort.signal);
    const delivery = state.deliveries.get(id);
    if (!delivery || url === undefined || abort.signal.aborted) return;
    const outcome = await post(state, delivery, url, options, abort.signal);
    if (!copy && !abort.signal.aborted) finish(delivery, outcome);
  }

  function finish(delivery: Delivery, outcome: DeliveryOutcome): void {
    state.journal.atomically(() => {
      state.deliveries.put(delivery.id, { ...delivery, outcome });
      if (++finished % pruneEvery === 0) prune(state);
    });
  }

  state.journal.onCommit(collect);
  collect();
  return {
    connect: (target) => {
      url = target;
      collect();
    },
    hold: () => {
      held = true;
    },
    release: ({ shuffle = false } = {}) => {
      held = false;
      if (shuffle) random.shuffle(queue);
      pump();
    },
    disturb: (disturbance) => {
      disturbances.push({ disturbance, left: "times" in disturbance ? disturbance.times : 0 });
    },
    calm: () => {
      disturbances = [];
    },
    redeliver: (id) => redeliver(state, id),
    pending: () => queue.length + late.length + underway.size,
    drained: () => {
      if (underway.size === 0 && (held || url === undefined || queue.length + late.length === 0)) {
        return Promise.resolve();
      }
      return new Promise((resolve) => waiters.push(resolve));
    },
    stop: async () => {
      abort.abort();
      await Promise.allSettled(underway);
      for (const wake of waiters.splice(0)) wake();
      waiters = [];
    },
  };
}

function redeliver(state: State, id: number): Delivery {
  const original = state.deliveries.get(id);
  if (!original) throw new Error(`no delivery ${id}`);
  const again: Delivery = {
    ...original,
    id: nextId(state, "delivery"),
    redelivery: true,
    queuedAt: timestamp(state),
    outcome: null,
  };
  state.queued.add(again.id);
  state.journal.atomically(() => state.deliveries.put(again.id, again));
  return again;
}

function prune(state: State): void {
  const oldest = state.clock() - keptForMs;
  for (const delivery of state.deliveries.all()) {
    const old = delivery.outcome && Date.parse(delivery.outcome.deliveredAt) < oldest;
    if (!old && state.deliveries.size <= mostDeliveries) return;
    if (delivery.outcome) state.deliveries.delete(delivery.id);
    else return;
  }
}

/** Waits, or less when `stop` fires. */
function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    stop.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
