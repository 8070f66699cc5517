import { Command } from "commander";
import { loadEntries } from "../catalog/load.ts";
import { errorSearch } from "../web/search.ts";
import { EXIT_FOUND_PROBLEMS } from "./exit.ts";

/** `catalog search`: the same search as the pages'. */
export function catalogSearchCommand(): Command {
  return new Command("search")
    .description("find entries by words of message, class, tags or slug")
    .argument("<words...>")
    .action((words: string[]) => {
      const search = errorSearch(loadEntries().entries.values());
      const query = words.join(" ");
      const found = search.find(query);
      const shown = found.length > 0 ? found : search.near(query);
      if (found.length === 0) {
        process.stderr.write(
          `sglang-triage: nothing has all these words${shown.length > 0 ? "; near are:" : ""}\n`,
        );
        process.exitCode = EXIT_FOUND_PROBLEMS;
      }
      for (const { slug, backgroundTag, class: className, message } of shown) {
        process.stdout.write(`${slug}\t${backgroundTag}\t${className ?? ""}\t${message}\n`);
      }
    });
}
