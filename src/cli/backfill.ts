import { Command } from "commander";
import { backfill } from "../github/backfill.ts";
import type { Client } from "../github/client.ts";
import { readSettings } from "../github/read-settings.ts";
import { loadCatalog } from "../match/catalog.ts";
import { parseDay } from "./day.ts";
import { UserError } from "./exit.ts";
import { progressBar } from "./progress.ts";
import { withStore } from "./store.ts";
import { clientFromToken } from "./token-client.ts";

interface Options {
  repo: string;
  since: string;
  comment?: string;
}

export function backfillCommand(): Command {
  return new Command("backfill")
    .description("fill the index of errors with a repository's past issues; writes nothing to GitHub")
    .requiredOption("--repo <owner/name>", "the repository")
    .requiredOption("--since <date>", "issues opened from this day on (YYYY-MM-DD)")
    .option("--comment <n>", "have the server answer the newest open ones, at most n, as its settings allow")
    .addHelpText("after", "\nStart it again when it broke off: it goes on where it was.\n")
    .action(async ({ repo, since, comment }: Options) => {
      const from = parseDay("--since", since);
      const cap = comment === undefined ? 0 : parseCap(comment);
      const { client } = await clientFromToken();
      const { settings } = await readSettings(client, repo);
      const total = await countUpdated(client, repo, since);
      const bar = progressBar();
      let done = 0;
      await withStore(async (database, queue) => {
        const { indexed, answerable } = await backfill(
          {
            client,
            catalog: loadCatalog(),
            database,
            settings,
            now: () => new Date(),
            onIssue: () => bar.update("issues", ++done, Math.max(total, done)),
          },
          repo,
          from,
        ).finally(() => bar.stop());
        const asked = answerable.slice(0, cap);
        await queue.enqueue(
          asked.map((issue) => ({ kind: "reconcile" as const, repository: repo, issue })),
          { priority: "background" },
        );
        process.stdout.write(`${indexed} issues of ${repo} indexed, ${asked.length} wait for the server\n`);
      });
    });
}

function parseCap(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UserError(`--comment: "${text}" is not a number up to 9999`);
  return Number(text);
}

/** For the estimate only: the search counts without listing. */
async function countUpdated(client: Client, repository: string, since: string): Promise<number> {
  const { data } = await client.request("GET /search/issues", {
    q: `repo:${repository} is:issue updated:>=${since}`,
    per_page: 1,
    advanced_search: "true",
  });
  return data.total_count;
}
