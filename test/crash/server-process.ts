/** The server as a process of its own, from dist/, to be killed: `npm run build` comes first. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Role } from "../../src/config.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

export interface ServerProcess {
  url: string;
  /** Starts it and returns at once. */
  start(): void;
  /** Resolves when it takes work; one that ended by itself is started again, as a service manager would. */
  ready(): Promise<void>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM: it finishes what runs; resolves when the process is gone. */
  stop(): Promise<void>;
}

const MOST_STARTS = 10;
const LONGEST_START_MS = 120_000;

/** What a server needs to take the sandbox for GitHub. */
export function environmentFor(sandbox: Sandbox, webhookSecret: string): Record<string, string> {
  return {
    APP_ID: String(sandbox.app.id),
    PRIVATE_KEY: sandbox.app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    GITHUB_API_URL: sandbox.url,
    // The sandbox has none; a comment each three seconds would be all the load there is.
    GITHUB_RATE_LIMITS: "off",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  };
}

/** A server that keeps its port through all its starts. */
export async function serverProcess(role: Role, environment: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  // Nothing is left behind when the run itself ends early.
  process.once("exit", () => child?.kill("SIGKILL"));
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;

  function start(): void {
    child = spawn(process.execPath, ["dist/cli/main.js", "serve", "--role", role], {
      env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: String(port), ...environment },
      stdio: ["ignore", process.env.LOG_LEVEL ? "inherit" : "ignore", "inherit"],
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!isRunning()) return;
    const gone = once(child!, "exit");
    child!.kill(signal);
    await gone;
  }

  return {
    url,
    start,
    async ready() {
      const end = performance.now() + LONGEST_START_MS;
      for (let starts = 0; starts < MOST_STARTS && performance.now() < end; ) {
        if (await isReady(url)) return;
        if (!isRunning()) {
          starts += 1;
          start();
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the server (${role}) does not start`);
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
