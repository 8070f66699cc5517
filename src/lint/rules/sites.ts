/** Every site of an entry is found in the generated layer, or pinned by hand to a line at a known commit. */

import { raiseSitesOf } from "../../source/place-of-entry.ts";
import type { Finding, Rule } from "../finding.ts";
import { releaseOf } from "./links.ts";

export const sites: Rule = (entry, context) => {
  const wrong = entry.sites.flatMap((site, i): Finding[] => {
    const at = (reason: string): Finding[] => [{ file: entry.path, key: `sites[${i}]`, reason }];
    const index = context.projects.get(site.project);
    if (index === undefined) return at(`nothing is known of the project ${site.project}`);
    if (site.line === undefined && site.commit === undefined) {
      return raiseSitesOf(site, entry, index).length > 0
        ? []
        : at(`no raise site is found for ${site.function ?? "the module"} in ${site.file}`);
    }
    if (site.line === undefined || site.commit === undefined)
      return at("a line needs its commit, and a commit its line");
    if (releaseOf(index, site.commit) === null)
      return at(`the commit ${site.commit} is not in the list of releases`);
    return [];
  });
  const unplaced = entry.origin === "sglang" && entry.sites.length === 0 && entry.reviewed !== null;
  return unplaced
    ? [{ file: entry.path, key: "sites", reason: "an error of SGLang names the place that raises it" }]
    : wrong;
};
