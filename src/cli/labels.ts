import { Command } from "commander";
import { allLabels } from "../github/labels.ts";
import { readSettings } from "../github/read-settings.ts";
import { syncLabels } from "../github/sync-labels.ts";
import { loadCatalog } from "../match/catalog.ts";
import { UserError } from "./exit.ts";
import { clientFromToken } from "./token-client.ts";

export function labelsCommand(): Command {
  return new Command("labels").description("the labels of a repository").addCommand(
    new Command("sync")
      .description(
        "create the bot's labels and give them their colours and texts, as the repository's settings say",
      )
      .requiredOption("--repo <owner/name>", "the repository")
      .option("--dry-run", "only print what would change")
      .action(async ({ repo, dryRun = false }: { repo: string; dryRun?: boolean }) => {
        const { client } = await clientFromToken();
        const { settings, problem } = await readSettings(client, repo);
        if (problem !== null) throw new UserError(problem);
        const changes = await syncLabels(client, repo, allLabels(settings, loadCatalog().tags), dryRun);
        for (const { kind, name, color } of changes) process.stdout.write(`${kind}\t${name}\t#${color}\n`);
        const done = dryRun ? "to be made or changed" : "made or changed";
        process.stdout.write(`${changes.length} labels of ${repo} ${done}\n`);
      }),
  );
}
