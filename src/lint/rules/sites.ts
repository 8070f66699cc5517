/** Every site of an entry is found in the generated layer, or pinned by hand to a line at a known commit. */
import type { Entry } from "../../catalog/entry.ts";
import { raiseSitesOf } from "../../source/place-of-entry.ts";
import type { SiteIndex } from "../../source/sites.ts";
import type { LintContext } from "../context.ts";
import type { Finding, Rule } from "../finding.ts";
import { pathProblems, releaseOf } from "./links.ts";

type Site = Entry["sites"][number];

export const sites: Rule = (entry, context) => {
  const unplaced = entry.origin === "sglang" && entry.sites.length === 0 && entry.reviewed !== null;
  if (unplaced)
    return [{ file: entry.path, key: "sites", reason: "an error of SGLang names the place that raises it" }];
  return entry.sites.flatMap((site, i) =>
    problemsOf(site, entry, context).map(
      (reason): Finding => ({ file: entry.path, key: `sites[${i}]`, reason }),
    ),
  );
};

function problemsOf(site: Site, entry: Entry, context: LintContext): string[] {
  const index = context.projects.get(site.project);
  if (index === undefined) return [`nothing is known of the project ${site.project}`];
  if (site.line === undefined && site.commit === undefined) {
    const found = raiseSitesOf(site, entry, index).length > 0;
    return found ? [] : [`no raise site is found for ${site.function ?? "the module"} in ${site.file}`];
  }
  if (site.line === undefined || site.commit === undefined)
    return ["a line needs its commit, and a commit its line"];
  const release = releaseOf(index, site.commit);
  if (release === null) return [`the commit ${site.commit} is not in the list of releases`];
  return [
    ...pathProblems(site.file, release, undefined, index, context),
    ...functionProblems(site, site.line, release, index),
  ];
}

/** As far as the raise sites around the line tell which function it is in. */
function functionProblems(site: Site, line: number, release: string, index: SiteIndex): string[] {
  const found = index.functionAt(release, site.file, line);
  const named = site.function;
  if (found === null || found === "" || named === null) return [];
  if (found === named || found.endsWith(`.${named}`) || named.endsWith(`.${found}`)) return [];
  // A function inside the named one.
  return found.startsWith(`${named}.`) ? [] : [`line ${line} is in ${found}, not in ${named}`];
}
