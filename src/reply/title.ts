import { makeVisible } from "./invisible.ts";

/** A template as a title on one line: each placeholder is "…", doubled braces are single. */
export function titleOf(template: string): string {
  return makeVisible(template)
    .replace(/\{\{|\}\}|\{[^{}]{0,200}\}/g, (found) => (found === "{{" || found === "}}" ? found[0]! : "…"))
    .replace(/\s+/g, " ")
    .trim();
}
