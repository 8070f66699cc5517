/** Which GitHub the app talks to: the one of its credentials, or the sandbox it brings along. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Config, GitHubCredentials } from "./config.ts";
import { type Sandbox, startSandbox } from "./sandbox/sandbox.ts";

export interface Connection {
  credentials: GitHubCredentials;
  sandbox: Sandbox | null;
}

/** The sandbox listens on the port behind the server's, or on any when that one takes any. */
export async function openConnection(config: Config, now: () => Date): Promise<Connection> {
  if (config.github !== null) return { credentials: config.github, sandbox: null };
  const webhookSecret = randomBytes(32).toString("hex");
  const sandbox = await startSandbox({
    port: config.port === 0 ? 0 : config.port + 1,
    webhookSecret,
    dataFile: join(config.dataDir, "sandbox.jsonl"),
    clock: () => now().getTime(),
  });
  const { id: appId, privateKey } = sandbox.app;
  return { credentials: { appId, privateKey, webhookSecret, baseUrl: sandbox.url }, sandbox };
}
