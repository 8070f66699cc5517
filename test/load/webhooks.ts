/** Webhooks about issues of the sandbox, made ahead so that sending them costs little. */
import { createHmac } from "node:crypto";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

export interface Webhook {
  /** "issues" */
  event: string;
  body: string;
  /** The header `X-Hub-Signature-256`. */
  signature: string;
}

/** With what GitHub puts around it, 11 kB: a usual webhook about an issue. */
const REPORT_CHARACTERS = 2_900;
const FILLING = "a line of the log that says nothing to anybody\n";

/**
 * Opens an issue without telling the app; what it would have been told is returned, to be sent whenever and however
 * often. The sandbox's webhooks must not be connected.
 */
export function openSilently(sandbox: Sandbox, secret: string, report: string): Webhook {
  const filling = FILLING.repeat(Math.max(0, (REPORT_CHARACTERS - report.length) / FILLING.length));
  sandbox.createIssue({ title: "[Bug] the server stops", body: `${report}\n\`\`\`\n${filling}\`\`\`\n` });
  const { event, body } = sandbox.state.deliveries.all().at(-1)!;
  return { event, body, signature: `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
}
