import { Command, Option } from "commander";
import { ConfigError, ROLES, type Role, readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { type Server, startServer } from "../server.ts";
import { UserError } from "./exit.ts";

export function serveCommand(): Command {
  return new Command("serve")
    .description("serve webhooks and pages; without credentials of a GitHub App, with a sandbox GitHub")
    .addOption(
      new Option("--role <role>", "part of a server to be, the others sharing its PostgreSQL")
        .choices(ROLES)
        .default("all"),
    )
    .addHelpText("after", HELP)
    .action(async ({ role }: { role: Role }) => {
      const config = configFromEnvironment(role);
      // In the sandbox a person watches the terminal; what the log says is for operators.
      const quiet = config.github === null && process.env.LOG_LEVEL === undefined;
      const server = await startServer(config, createLog(quiet ? "warn" : config.logLevel));
      process.stdout.write(greeting(server, role));
      stopOnSignal(server);
    });
}

const HELP = `
Environment:
  APP_ID, PRIVATE_KEY or PRIVATE_KEY_PATH, WEBHOOK_SECRET   the GitHub App; none of them: the sandbox
  GITHUB_API_URL   the REST API of a GitHub Enterprise server
  GITHUB_RATE_LIMITS   off: that server has none, calls need no spacing (on)
  HOST, PORT       where to listen (localhost, 3000); the sandbox listens one port higher
  DATA_DIR         folder of the SQLite file (data)
  DATABASE_URL     PostgreSQL instead of SQLite
  PUBLIC_URL       where people reach the pages, for links in replies
  SOURCE_GIT       a git directory of SGLang, for source excerpts on pages (GitHub's API)
  CONCURRENCY      issues worked on at once (4; more where many installations share the load)
  KEEP_OCCURRENCES_DAYS, KEEP_FEEDBACK_DAYS, KEEP_DELIVERIES_DAYS   how long the store keeps them (400, 400, 7)
  LOG_LEVEL        trace to fatal, or silent (info)
`;

function configFromEnvironment(role: Role) {
  try {
    return readConfig(process.env, role);
  } catch (error) {
    if (error instanceof ConfigError) throw new UserError(error.message);
    throw error;
  }
}

function greeting({ url, sandbox }: Server, role: Role): string {
  if (role === "worker") return `sglang-triage works on the queue; /readyz and /metrics at ${url}\n`;
  if (sandbox === null) return `sglang-triage serves webhooks and pages at ${url}\n`;
  return [
    "",
    "  sglang-triage runs against a SANDBOX: a GitHub of its own on this machine. Nothing leaves it.",
    "",
    `  Write an issue and see the bot answer:  ${sandbox.url}/`,
    `  Look an error up:                       ${url}/errors`,
    "",
    "  For commands that talk to GitHub, such as digest --repo sandbox/sglang --since 2026-01-01:",
    `    export GITHUB_API_URL=${sandbox.url} GITHUB_TOKEN=${sandbox.tokenFor("maintainer")}`,
    "",
    "  Stop with Ctrl-C. To serve a real GitHub App, see README.md.",
    "",
    "",
  ].join("\n");
}

function stopOnSignal(server: Server): void {
  let stopping = false;
  const stop = (): void => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
