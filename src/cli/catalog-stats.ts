import { Command } from "commander";
import { loadEntries } from "../catalog/load.ts";
import { raiseSitesOf } from "../source/place-of-entry.ts";
import { loadProjects } from "../source/projects.ts";
import type { Site, SiteIndex } from "../source/sites.ts";

/** Rows of a table; the rest is one sum. */
const SHOWN = 15;

/** `catalog stats`: what the catalog holds, and how much of the source it covers. */
export function catalogStatsCommand(): Command {
  return new Command("stats").description("count entries and raise sites").action(() => {
    const { entries } = loadEntries();
    const all = [...entries.values()];
    write(
      "entries by background tag",
      countBy(all, ({ backgroundTag }) => backgroundTag),
    );
    const unreviewed = all.filter(({ reviewed }) => reviewed === null).length;
    process.stdout.write(
      `${all.length} entries, ${unreviewed} of them not reviewed, ${all.filter((it) => it.cases.length > 0).length} with conditions on values\n\n`,
    );
    for (const [project, index] of loadProjects()) {
      const covered = new Set(
        all.flatMap((entry) =>
          entry.sites
            .filter((site) => site.project === project)
            .flatMap((site) => raiseSitesOf(site, entry, index).map(({ id }) => id)),
        ),
      );
      writeSites(project, index, covered);
    }
  });
}

function writeSites(project: string, index: SiteIndex, covered: Set<string>): void {
  const sites = [...index.sites()];
  const atHead = sites.filter(({ id }) => index.linesAt(id, "head") !== null);
  const told = atHead.filter(({ distinguishable }) => distinguishable).length;
  process.stdout.write(
    `${project}: ${sites.length} raise sites over ${index.releases.length} releases, ${atHead.length} at head (${told} with a message of their own), ${covered.size} with an entry\n\n`,
  );
  write(
    "at head by kind",
    countBy(atHead, ({ kind }) => kind),
  );
  write(
    "at head by class",
    countBy(atHead, ({ class: name }) => name ?? "none"),
  );
  write(
    "at head by area",
    countBy(atHead, (site) => areaOf(site, index)),
  );
  write(
    "by newest releases",
    new Map(
      index.releases
        .slice(-SHOWN)
        .map(({ name }) => [name, sites.filter(({ id }) => index.linesAt(id, name) !== null).length]),
    ),
  );
}

/** The folder two levels below the package ("srt/layers"). */
function areaOf({ file }: Site, { packagePath }: SiteIndex): string {
  return file
    .slice(packagePath.length + 1)
    .split("/")
    .slice(0, 2)
    .join("/");
}

function countBy<T>(items: T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

function write(heading: string, counts: Map<string, number>): void {
  const rows = [...counts]
    .slice(0, SHOWN)
    .map(([name, count]) => `  ${String(count).padStart(6)}  ${name}\n`);
  const rest = [...counts.values()].slice(SHOWN).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${heading}\n${rows.join("")}${rest > 0 ? `  ${String(rest).padStart(6)}  others\n` : ""}\n`,
  );
}
