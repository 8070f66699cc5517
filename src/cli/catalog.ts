import { Command } from "commander";
import { lintCatalog } from "../lint/lint.ts";
import { loadCatalog } from "../match/catalog.ts";
import { compileProjects } from "../source/projects.ts";
import { catalogBuildCommand } from "./catalog-build.ts";
import { EXIT_FOUND_PROBLEMS } from "./exit.ts";

export function catalogCommand(): Command {
  return new Command("catalog")
    .description("look into, check and build the catalog")
    .addCommand(lintCommand())
    .addCommand(catalogBuildCommand())
    .addCommand(compileCommand());
}

function lintCommand(): Command {
  return new Command("lint").description("check every entry").action(() => {
    const catalog = loadCatalog(undefined, "included");
    const findings = lintCatalog(catalog);
    for (const { file, key, reason } of findings) process.stdout.write(`${file}: ${key}: ${reason}\n`);
    process.stdout.write(`${catalog.entries.size} entries, ${findings.length} findings\n`);
    if (findings.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
  });
}

function compileCommand(): Command {
  return new Command("compile")
    .description("make the form of the raise sites that loads fast (part of npm run build)")
    .action(() => {
      compileProjects();
    });
}
