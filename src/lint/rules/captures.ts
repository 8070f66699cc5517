/** Every placeholder of the matchers is explained, and nothing else is. */
import { parseTemplate } from "../../catalog/template.ts";
import type { Finding, Rule } from "../finding.ts";

export const captures: Rule = (entry) => {
  const used = new Set(
    entry.match.flatMap(({ message }) =>
      message == null ? [] : parseTemplate(message).holes.map(({ name }) => name),
    ),
  );
  const at = (key: string, reason: string): Finding => ({ file: entry.path, key, reason });
  return [
    ...[...used]
      .filter((name) => entry.captures[name] === undefined)
      .map((name) => at("captures", `{${name}} of a matcher is not explained`)),
    ...Object.keys(entry.captures)
      .filter((name) => !used.has(name))
      .map((name) => at(`captures.${name}`, "no matcher captures it")),
  ];
};
