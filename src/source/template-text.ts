/**
 * Templates as text: literals with doubled braces and `{name}` holes. Putting them together, filling formats,
 * folding, measuring.
 */
import { holeName } from "./python-text.ts";

/** How many templates one message may have. */
const MAX_TEMPLATES = 6;

/** What a format's conversions stand for: by position, and by name. */
export interface FormatValues {
  list: string[];
  named: (name: string) => string;
}

export function hole(expression: string): string {
  return `{${holeName(expression)}}`;
}

/** Whether a template is one hole and nothing else: it says nothing. */
export function isBareHole(template: string): boolean {
  return /^\s*\{[^{}]*\}\s*$/.test(template);
}

export function escapeBraces(value: string): string {
  return value.replace(/[{}]/g, "$&$&");
}

/** Each once, at most MAX_TEMPLATES. */
export function distinct(templates: string[]): string[] {
  return [...new Set(templates)].slice(0, MAX_TEMPLATES);
}

/** All ways to put one template of each part together, at most MAX_TEMPLATES. */
export function product(parts: string[][]): string[] {
  let whole = [""];
  for (const part of parts) {
    const next: string[] = [];
    for (const before of whole) for (const one of part) next.push(before + one);
    whole = next.slice(0, MAX_TEMPLATES);
  }
  return whole;
}

const PERCENT =
  /%(?:\((\w{1,60})\))?[#0\- +]{0,5}(\*|\d{0,6})(?:\.(?:\*|\d{0,6}))?[hlL]?([diouxXeEfFgGcrsa%])/g;

/** `format % values` on a template: conversions become the values' templates. */
export function percentFormat(template: string, values: FormatValues): string {
  let next = 0;
  return template.replace(PERCENT, (_whole, name: string | undefined, _width, conversion: string) => {
    if (conversion === "%") return "%";
    if (name !== undefined) return values.named(name);
    const value = values.list[next] ?? hole("value");
    next += 1;
    return value;
  });
}

const BRACE_FIELD =
  /\{\{\{\{|\}\}\}\}|\{\{([^{}!:]{0,80})(?:![rsa])?(?::(?:[^{}]|\{\{[^{}]{0,40}\}\}){0,60})?\}\}/g;

/** `format.format(values)` on a template, in which each literal brace stands doubled. */
export function braceFormat(template: string, values: FormatValues): string {
  let next = 0;
  return template.replace(BRACE_FIELD, (whole, field: string | undefined) => {
    if (whole === "{{{{") return "{{";
    if (whole === "}}}}") return "}}";
    const key = field ?? "";
    const base = /^\w*/.exec(key)![0];
    if (base === "") {
      next += 1;
      return values.list[next - 1] ?? hole("value");
    }
    if (/^\d+$/.test(base)) return values.list[Number(base)] ?? hole("value");
    return key === base ? values.named(base) : hole(key);
  });
}

const MAX_TEMPLATE = 400;

/** White space folded, length bounded at a word and never inside a hole. */
export function foldTemplate(template: string): string {
  const folded = template.replace(/\s+/g, " ").trim();
  if (folded.length <= MAX_TEMPLATE) return folded;
  const tokens = folded.match(/\{\{|\}\}|\{[^{}]*\}|[^{}\s]+|\s+|[{}]/g) ?? [];
  let cut = "";
  for (const token of tokens) {
    if (cut.length + token.length > MAX_TEMPLATE) break;
    cut += token;
  }
  return cut.trim();
}

/** Number of literal characters of a template (white space counts, holes do not). */
export function literalLength(template: string): number {
  return template.replace(/\{\{|\}\}/g, "_").replace(/\{[^{}]*\}/g, "").length;
}

/** The template with nameless holes: what a reader of the message can see of it. */
export function bareTemplate(template: string): string {
  return template.replace(/\{\{|\}\}|\{[^{}]*\}/g, (one) => (one.length === 2 ? one : "{}"));
}

/** As Python prints a tuple; texts stand in quotes. */
export function tupleText(items: { template: string; isText: boolean }[]): string {
  const quoted = items.map(({ template, isText }) => {
    if (!isText) return template;
    const quote = template.includes("'") && !template.includes('"') ? '"' : "'";
    return quote + template.replace(/\n/g, "\\n") + quote;
  });
  return `(${quoted.join(", ")}${items.length === 1 ? "," : ""})`;
}
