#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { EXIT_WRONG_USE, reportFailure } from "./exit.ts";

/** Each command is loaded when it is asked for: a diagnosis must not wait for the server's libraries. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  diagnose: async () => (await import("./diagnose.ts")).diagnoseCommand(),
  evaluate: async () => (await import("./evaluate.ts")).evaluateCommand(),
  catalog: async () => (await import("./catalog.ts")).catalogCommand(),
  serve: async () => (await import("./serve.ts")).serveCommand(),
  sweep: async () => (await import("./sweep.ts")).sweepCommand(),
  backfill: async () => (await import("./backfill.ts")).backfillCommand(),
  queue: async () => (await import("./queue.ts")).queueCommand(),
  labels: async () => (await import("./labels.ts")).labelsCommand(),
  digest: async () => (await import("./digest.ts")).digestCommand(),
};

async function makeProgram(wanted: string | undefined): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const program = new Command("sglang-triage")
    .description("Answers errors of SGLang with what is known about them: cause, source line, what to try.")
    .version(version);
  const known = wanted !== undefined && Object.hasOwn(COMMANDS, wanted);
  const needed = known ? [COMMANDS[wanted]!] : Object.values(COMMANDS);
  for (const load of needed) program.addCommand(await load());
  overrideExit(program);
  return program;
}

/** Commands made elsewhere do not inherit the override; without it commander exits with 1 on wrong use. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const nested of command.commands) overrideExit(nested);
}

// Whoever reads our output may stop early ("| head"); that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

try {
  const program = await makeProgram(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_WRONG_USE;
  else reportFailure(error);
}
