/** `holdsFor` and `fixedIn` are releases of the project, in order; a review was made at a known commit. */
import { compareVersions } from "../../source/version.ts";
import type { Finding, Rule } from "../finding.ts";

export const releases: Rule = (entry, context) => {
  const { from, to } = entry.holdsFor;
  const at = (key: string, reason: string): Finding => ({ file: entry.path, key, reason });
  const named = { "holdsFor.from": from, "holdsFor.to": to, fixedIn: entry.fixedIn };
  const unknown = Object.entries(named).flatMap(([key, name]) =>
    name === null || context.releases.includes(name) ? [] : [at(key, `there is no release ${name}`)],
  );
  const orders: [string, string | null, string | null, string][] = [
    ["holdsFor", from, to, "it ends before it begins"],
    ["fixedIn", from, entry.fixedIn, "the fix is older than the first release it holds for"],
  ];
  const wrong = orders.flatMap(([key, first, second, reason]) =>
    first !== null && second !== null && compareVersions(first, second) > 0 ? [at(key, reason)] : [],
  );
  const home = context.projects.get(context.facts.project);
  const commit = entry.reviewed?.commit;
  const known =
    commit === undefined ||
    home === undefined ||
    home.head.commit === commit ||
    home.releases.some((release) => release.commit === commit);
  return [
    ...unknown,
    ...wrong,
    ...(known ? [] : [at("reviewed.commit", `the commit ${commit} is not in the list of releases`)]),
  ];
};
