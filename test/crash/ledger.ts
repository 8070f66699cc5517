/** What the server answered to each delivery, as GitHub saw it. */
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

export interface Ledger {
  /** Takes in what is new; call it often enough that the sandbox has not yet forgotten it (5,000 deliveries). */
  read(): void;
  /** Attempts that got an answer or none. */
  sent(): number;
  /** Answered 2xx. */
  accepted(): number;
  /** Whether the newest event of an issue was answered 2xx: from then on it must be right. */
  isAccepted(issue: number): boolean;
}

export function openLedger(sandbox: Sandbox): Ledger {
  let lastRead = 0;
  let sent = 0;
  let accepted = 0;
  const acceptedGuids = new Set<string>();
  const newestOf = new Map<number, { id: number; guid: string }>();
  /** Deliveries seen that have no outcome yet. */
  const open = new Set<number>();

  function note(id: number): void {
    const delivery = sandbox.state.deliveries.get(id);
    if (delivery === undefined) return void open.delete(id);
    if (delivery.outcome === null) return void open.add(id);
    open.delete(id);
    sent += 1;
    const { statusCode } = delivery.outcome;
    if (statusCode < 200 || statusCode > 299) return;
    accepted += 1;
    acceptedGuids.add(delivery.guid);
  }

  function noteIssue(id: number): void {
    const { body, guid, redelivery } = sandbox.state.deliveries.get(id)!;
    if (redelivery) return;
    const { issue, sender } = JSON.parse(body) as { issue?: { number: number }; sender: { type: string } };
    if (issue !== undefined && sender.type !== "Bot") newestOf.set(issue.number, { id, guid });
  }

  return {
    read() {
      for (const id of [...open]) note(id);
      for (const { id } of sandbox.state.deliveries.all()) {
        if (id <= lastRead) continue;
        lastRead = id;
        noteIssue(id);
        note(id);
      }
    },
    sent: () => sent,
    accepted: () => accepted,
    isAccepted(issue) {
      const newest = newestOf.get(issue);
      return newest !== undefined && acceptedGuids.has(newest.guid);
    },
  };
}
