#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { catalogCommand } from "./catalog.ts";
import { diagnoseCommand } from "./diagnose.ts";
import { digestCommand } from "./digest.ts";
import { evaluateCommand } from "./evaluate.ts";
import { EXIT_WRONG_USE, reportFailure } from "./exit.ts";
import { serveCommand } from "./serve.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const program = new Command("sglang-triage")
  .description("Answers errors of SGLang with what is known about them: cause, source line, what to try.")
  .version(version)
  .exitOverride()
  .addCommand(diagnoseCommand())
  .addCommand(evaluateCommand())
  .addCommand(catalogCommand())
  .addCommand(serveCommand())
  .addCommand(digestCommand());

// Sub-commands made elsewhere do not inherit the override; without it commander exits with 1 on wrong use.
for (const command of program.commands) {
  command.exitOverride();
  for (const nested of command.commands) nested.exitOverride();
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_WRONG_USE;
  else reportFailure(error);
}
