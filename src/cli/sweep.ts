import { Command } from "commander";
import { sweep } from "../github/sweep.ts";
import { withStore } from "./store.ts";
import { clientFromToken } from "./token-client.ts";

export function sweepCommand(): Command {
  return new Command("sweep")
    .description("have the server look again at every issue that changed since the last sweep")
    .requiredOption("--repo <owner/name>", "the repository")
    .action(async ({ repo }: { repo: string }) => {
      const { client } = await clientFromToken();
      const issues = await withStore((database, queue) => sweep(client, database, queue, repo, new Date()));
      process.stdout.write(`${issues} issues of ${repo} wait for the server\n`);
    });
}
