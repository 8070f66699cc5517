import { Command } from "commander";
import { runDigest } from "../digest/run-digest.ts";
import { loadCatalog } from "../match/catalog.ts";
import { parseDay } from "./day.ts";
import { clientFromToken } from "./token-client.ts";

export function digestCommand(): Command {
  return new Command("digest")
    .description("summarise the errors of a repository's recent issues and post the summary as one issue")
    .requiredOption("--repo <owner/name>", "the repository")
    .option("--since <date>", "from this day on (YYYY-MM-DD) instead of the last whole week")
    .option("--print", "print the summary instead of posting it")
    .action(async ({ repo, since, print }: { repo: string; since?: string; print?: boolean }) => {
      const { client, ourselves } = await clientFromToken();
      const digest = await runDigest({ client, ourselves, catalog: loadCatalog() }, repo, {
        now: new Date(),
        publish: print !== true,
        ...(since === undefined ? {} : { since: parseDay("--since", since) }),
      });
      process.stdout.write(
        digest.issue === null ? digest.markdown : `digest: issue ${digest.issue} of ${repo}\n`,
      );
      if (digest.issue === null && print !== true) {
        process.stderr.write("sglang-triage: not posted: the repository's settings say dry run\n");
      }
    });
}
