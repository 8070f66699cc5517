/** Examples of a draft: what was printed, or what the site's template prints. */
import { foldText, matchTemplate } from "../catalog/template.ts";
import { TODO } from "../catalog/unfinished.ts";
import type { Site, SiteIndex } from "../source/sites.ts";
import type { Subject } from "./subject.ts";
import { readTemplate, sampleMessage, typedTemplate } from "./typed-holes.ts";

type Example = string | { text: string };

export function messageOf(className: string | null, message: string): string {
  return className === null ? message : message === "" ? className : `${className}: ${message}`;
}

/** @param matched the draft's typed template; null for a statement that is known by its frame */
export function exampleOf({ printed }: Subject, site: Site, matched: string | null): Example {
  if (printed !== null && printed.frames.length === 0 && matched !== null)
    return messageOf(site.class, printed.message.trim());
  if (matched !== null) return messageOf(site.class, sampleMessage(readTemplate(matched)!));
  return { text: traceback(site) };
}

/** Another error of the same function, or of the same file, that the draft's matcher does not fit. */
export function nearMissOf(site: Site, matched: string | null, index: SiteIndex): Example {
  const own = matched === null ? null : readTemplate(matched);
  const near = [...index.sitesInFunction(site.file, site.function), ...sitesOfFile(site.file, index)];
  for (const { id, class: name, distinguishable, template } of near) {
    const other = distinguishable && id !== site.id && name === site.class ? readTemplate(template) : null;
    if (other === null) continue;
    const message = sampleMessage(readTemplate(typedTemplate(other, {}))!);
    if (own === null || matchTemplate(own, foldText(message)) === null) return messageOf(name, message);
  }
  return `${TODO} a message like it that must not match.`;
}

function sitesOfFile(file: string, index: SiteIndex): Site[] {
  return [...index.sites()].filter((site) => site.file === file);
}

function traceback(site: Site): string {
  const path = `/usr/lib/python3/dist-packages/${site.file.replace(/^python\//, "")}`;
  const source = site.asserts === null ? `raise ${site.class ?? "Exception"}` : `assert ${site.asserts}`;
  return [
    "Traceback (most recent call last):",
    `  File "${path}", line 1, in ${site.function === "" ? "<module>" : site.function.split(".").at(-1)}`,
    `    ${source}`,
    site.class ?? "Exception",
  ].join("\n");
}
