import { Command } from "commander";
import { loadEntries } from "../catalog/load.ts";
import { compileEntryLayer } from "../match/entry-layer.ts";
import { compileSiteLayer } from "../match/site-layer.ts";
import { catalogBuildCommand } from "./catalog-build.ts";
import { catalogCoverageCommand } from "./catalog-coverage.ts";
import { catalogDraftCommand, catalogNewCommand } from "./catalog-draft.ts";
import { catalogExportCommand } from "./catalog-export.ts";
import { catalogImportCommand } from "./catalog-import.ts";
import { catalogLintCommand } from "./catalog-lint.ts";
import { catalogSchemaCommand } from "./catalog-schema.ts";
import { catalogSearchCommand } from "./catalog-search.ts";
import { catalogShowCommand } from "./catalog-show.ts";
import { catalogSitesCommand } from "./catalog-sites.ts";
import { catalogStatsCommand } from "./catalog-stats.ts";

export function catalogCommand(): Command {
  return new Command("catalog")
    .description("look into, check and build the catalog")
    .addCommand(catalogLintCommand())
    .addCommand(catalogBuildCommand())
    .addCommand(catalogSitesCommand())
    .addCommand(catalogShowCommand())
    .addCommand(catalogSearchCommand())
    .addCommand(catalogStatsCommand())
    .addCommand(catalogExportCommand())
    .addCommand(catalogImportCommand())
    .addCommand(catalogCoverageCommand())
    .addCommand(catalogNewCommand())
    .addCommand(catalogDraftCommand())
    .addCommand(catalogSchemaCommand())
    .addCommand(compileCommand());
}

function compileCommand(): Command {
  return new Command("compile")
    .description("make the form of entries and raise sites that loads fast (part of npm run build)")
    .action(() => {
      compileEntryLayer(loadEntries());
      compileSiteLayer();
    });
}
