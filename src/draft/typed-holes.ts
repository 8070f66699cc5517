/** A message as a template whose holes have readable names and, where it is sure, types. */
import {
  captureName,
  escapeTemplate,
  type Hole,
  type HoleType,
  parseTemplate,
  type Template,
  TemplateError,
} from "../catalog/template.ts";

/** @returns null for a template that cannot be told from other text: without literal, or with holes side by side */
export function readTemplate(source: string): Template | null {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/**
 * The template with each hole under its capture's name, and with its type where that is sure.
 * @param values of the holes in a printed message, by capture name
 */
export function typedTemplate(template: Template, values: Record<string, string>): string {
  return template.parts
    .map((part, at) => {
      if (typeof part === "string") return escapeTemplate(part);
      const type = part.type ?? typeOf(part, values[part.name], template.parts[at + 1]);
      return type === null ? `{${part.name}}` : `{${part.name}:${type}}`;
    })
    .join("");
}

/** Expressions that are counts whatever the code around them does. */
const COUNT = /^len\(.*\)$|(?:^|[._])(?:num_\w+|\w*(?:_size|_rank|_count|_len|_idx|_index))$/;

/**
 * A wrong type would keep the entry from matching, so a shown value must bear the name out, and a list's
 * name ("layer_sizes") proves nothing.
 */
function typeOf(hole: Hole, shown: string | undefined, next: string | Hole | undefined): HoleType | null {
  const isCount = COUNT.test(hole.expression);
  if (shown === undefined) return isCount ? "int" : null;
  if (/^[-+]?\d+$/.test(shown)) return isCount ? "int" : null;
  if (/^v?\d+(?:\.\d+)+/.test(shown) && /version/i.test(hole.name)) return "version";
  const bounded = next === undefined || typeof next === "string";
  return bounded && /^\/\S+$/.test(shown) && /path|file|dir/i.test(hole.name) ? "path" : null;
}

/** What differs from machine to machine in a message that no known statement makes. */
const VARIABLE: [pattern: RegExp, name: string][] = [
  [/(?<![\w./])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, "path:path"],
  [/\b0x[0-9a-f]+\b/gi, "address:hex"],
  [/(?<![\w.])\d+\.\d+(?![\w.])/g, "value:number"],
  [/(?<![\w.-])\d+(?![\w.])/g, "count:int"],
];

/** A first guess at the template of a printed message: paths, addresses and numbers become holes. */
export function guessTemplate(message: string): string {
  let text = escapeTemplate(message.replace(/\s+/g, " ").trim());
  for (const [pattern, hole] of VARIABLE) text = replaceOutsideHoles(text, pattern, `{${hole}}`);
  return distinctNames(text);
}

function replaceOutsideHoles(text: string, pattern: RegExp, hole: string): string {
  return text
    .split(/(\{[^{}]+:[a-z]+\})/)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(pattern, hole)))
    .join("");
}

/** `{count} {count}` becomes `{count} {count_2}`, as captures are named. */
function distinctNames(text: string): string {
  const seen = new Map<string, number>();
  return text.replace(/\{([a-z]+):([a-z]+)\}/g, (_, name: string, type: string) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `{${number === 1 ? name : `${name}_${number}`}:${type}}`;
  });
}

/** Values to print a hole with where none was seen. */
const SAMPLES: Partial<Record<HoleType, string>> = {
  int: "4",
  number: "4",
  path: "/models/m",
  version: "0.5.9",
  hex: "0x7f00",
  weight: "model.layers.0.weight",
};

/** A message as the template may print it: an example to replace with a real one. */
export function sampleMessage(template: Template): string {
  return template.parts
    .map((part) =>
      typeof part === "string" ? part : (SAMPLES[part.type ?? "word"] ?? captureName(part.expression)),
    )
    .join("");
}
