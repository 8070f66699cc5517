/** Webhooks about issues of the sandbox, made ahead so that sending them costs little. */
import { createHmac } from "node:crypto";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

export interface Webhook {
  /** "issues" */
  event: string;
  body: string;
  /** The header `X-Hub-Signature-256`. */
  signature: string;
  /** A new one for each sending when missing. */
  guid?: string;
}

/** With what GitHub puts around it, 11 kB: a usual webhook about an issue. */
const REPORT_CHARACTERS = 2_900;
const FILLING = "a line of the log that says nothing to anybody\n";

/**
 * Opens an issue without telling the app; what it would have been told is returned, to be sent whenever and however
 * often. The sandbox's webhooks must not be connected.
 */
export function openSilently(sandbox: Sandbox, secret: string, report: string): Webhook {
  sandbox.createIssue({ title: "[Bug] the server stops", body: ofUsualLength(report) });
  return signed(sandbox.state.deliveries.all().at(-1)!, secret);
}

/** A report that makes a webhook of the usual length. */
export function ofUsualLength(report: string): string {
  const filling = FILLING.repeat(Math.max(0, (REPORT_CHARACTERS - report.length) / FILLING.length));
  return `${report}\n\`\`\`\n${filling}\`\`\`\n`;
}

/** Takes out of the sandbox what it would send, so that it neither sends nor keeps it. */
export function takeWebhooks({ state }: Sandbox, secret: string): Webhook[] {
  const queued = state.deliveries.all();
  state.journal.atomically(() => {
    for (const { id } of queued) state.deliveries.delete(id);
  });
  return queued.map((delivery) => ({ ...signed(delivery, secret), guid: delivery.guid }));
}

function signed({ event, body }: { event: string; body: string }, secret: string): Webhook {
  return { event, body, signature: `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
}
