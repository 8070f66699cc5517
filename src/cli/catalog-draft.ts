import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Command } from "commander";
import type { Entry } from "../catalog/entry.ts";
import { CATALOG_DIR } from "../catalog/folder.ts";
import { loadEntries } from "../catalog/load.ts";
import { unfinishedKeys } from "../catalog/unfinished.ts";
import { diagnose } from "../diagnose.ts";
import { type Draft, draftEntry } from "../draft/draft.ts";
import { draftText } from "../draft/draft-text.ts";
import { findSubject, type Subject } from "../draft/subject.ts";
import { loadSourceContext } from "../lint/context.ts";
import { type Catalog, makeCatalog } from "../match/catalog.ts";
import { loadSiteLayer } from "../match/site-layer.ts";
import { raiseSitesOf } from "../source/place-of-entry.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";

interface Options {
  class?: string;
  catalog: string;
  anyway?: boolean;
  out?: string;
  tag?: string;
}

const WHAT = "a message as it was printed, the id of a raise site, or file.py:line[@release]";

/** `catalog draft`: the skeleton of an entry, for a person to finish. */
export function catalogDraftCommand(): Command {
  return asking(new Command("draft"))
    .description("write the skeleton of an entry from the facts of its raise site")
    .option("--out <file>", "the file to write; without it, standard output")
    .action(async (what: string, options: Options) => {
      const { draft } = await makeDraft(what, options);
      if (options.out === undefined) process.stdout.write(draftText(draft));
      else writeNew(options.out, draftText(draft));
    });
}

/** `catalog new`: the same, put where the entry belongs, with the next steps. */
export function catalogNewCommand(): Command {
  return asking(new Command("new"))
    .description("begin an entry: a draft at its place in the catalog, and what to do next")
    .option("--tag <background-tag>", "the folder it goes to: what has to change (catalog/tags.yml)")
    .action(async (what: string, options: Options) => {
      const { draft, catalog } = await makeDraft(what, options);
      const tag = options.tag ?? draft.backgroundTag;
      if (tag === null || !catalog.tags.has(tag)) throw new UserError(whichTag(tag, draft, catalog));
      const file = join(options.catalog, "entries", tag, `${draft.slug}.yml`);
      writeNew(file, draftText(draft));
      process.stdout.write(nextSteps(relative(".", file), draft));
    });
}

function asking(command: Command): Command {
  return command
    .argument("<what>", WHAT)
    .option("--class <name>", "the error's class, where the message does not show it")
    .option("--catalog <dir>", "the catalog folder", CATALOG_DIR)
    .option("--anyway", "also where an entry matches the message already");
}

/** @throws UserError when nothing is found, or an entry knows the message already */
async function makeDraft(what: string, options: Options): Promise<{ draft: Draft; catalog: Catalog }> {
  const catalog = makeCatalog(loadEntries(options.catalog), loadSiteLayer());
  const found = findSubject(what, options.class ?? null, catalog.siteProjects());
  if ("problem" in found) throw new UserError(found.problem);
  const known = options.anyway === true ? null : knownBy(what, found.subject, catalog);
  if (known !== null)
    throw new UserError(
      `${known} is about this message already: add to it, or write --anyway and say in "differs" how they differ`,
      EXIT_FOUND_PROBLEMS,
    );
  const entries = [...catalog.entries.values()];
  return { draft: draftEntry(found.subject, entries, await loadSourceContext()), catalog };
}

/** The file of the entry that answers the message, or that names the raise site. */
function knownBy(what: string, { raised, printed }: Subject, catalog: Catalog): string | null {
  if (printed !== null) {
    const text =
      printed.errorClass === null || what.includes(printed.errorClass)
        ? what
        : `${printed.errorClass}: ${what}`;
    const body = `\`\`\`\n${text}\n\`\`\``;
    const parts = [{ kind: "body" as const, id: "body", author: "", text: body }];
    return diagnose({ title: "", parts }, catalog).primary?.entry?.path ?? null;
  }
  const entry = [...catalog.entries.values()].find((one) => raised !== null && isRaisedAt(one, raised));
  return entry?.path ?? null;
}

function isRaisedAt(entry: Entry, { site, index }: NonNullable<Subject["raised"]>): boolean {
  return entry.sites.some(
    (one) =>
      one.project === index.project && raiseSitesOf(one, entry, index).some(({ id }) => id === site.id),
  );
}

/** @throws UserError rather than to overwrite what somebody wrote */
function writeNew(file: string, text: string): void {
  if (existsSync(file))
    throw new UserError(`${file} exists: nothing is written over it`, EXIT_FOUND_PROBLEMS);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function whichTag(tag: string | null, { nearTags }: Draft, { tags }: Catalog): string {
  const problem = tag === null ? "which background tag is not certain" : `there is no background tag ${tag}`;
  const near = nearTags.length === 0 ? "" : `; entries of the same file have ${nearTags.join(", ")}`;
  return `--tag: ${problem}${near}; choose what has to change: ${[...tags.keys()].join(" ")}`;
}

function nextSteps(file: string, { slug, readAt, values }: Draft): string {
  const read =
    readAt === null
      ? "Read the statement that raises it, in the source of its package, and what leads there."
      : `Read the statement and its callers: ${readAt}`;
  const todo = unfinishedKeys(values).length;
  return [
    file,
    `1. ${read}`,
    `2. Write what is marked TODO (${todo} places); the comments are facts to start from: delete them.`,
    `3. npx tsx src/cli/main.ts catalog lint ${slug}`,
    "4. Put `reviewed: { date, commit }` only when you have read the source: until then no reply has it.",
    "",
  ].join("\n");
}
