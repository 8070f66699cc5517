/** Every path is one of the repository, of a declared folder, or a route of the server. */
import { existsInScope, whereItExists } from "../existence.ts";
import { hasWord } from "../foreign.ts";
import { didYouMean, ruleOnTokens, type Where } from "../prose-rule.ts";
import { tokensOf } from "../tokens.ts";
import { judgeDotted, judgeWord } from "./names.ts";

const EXTENSION =
  /\.(?:py|pyi|md|rst|txt|toml|cfg|ini|conf|ya?ml|jsonl?|sh|cu|cuh|cpp|cc|c|h|hpp|rs|so(?:\.\d+)*|a|o|jinja|safetensors|bin|pt|pth|gguf|whl|model|exe|log|env|service|Dockerfile)$/;

export function isFileName(text: string): boolean {
  return EXTENSION.test(text);
}

export const paths = ruleOnTokens(["path"], ["prose", "shell"], ({ text }, where) => {
  if (text.startsWith("/")) return judgeAbsolute(text, where);
  const [first = "", ...rest] = text.split("/");
  // "localhost:30000/health" arrives without what stands before the colon.
  if (/^\d+$/.test(first) || first.includes("localhost")) return judgeAbsolute(`/${rest.join("/")}`, where);
  if (where.passage.language === "shell") return null;
  return judgeRelative(text, where);
});

function judgeAbsolute(path: string, where: Where): string | null {
  const { context, passage, prose } = where;
  if (path === "/" || context.foreign.hasFolder(path) || context.foreign.hasRoute(path)) return null;
  if (hasWord(prose.quoted, path) || isEscape(path)) return null;
  const exists = (release: string): boolean => context.facts.hasRoute(path, release);
  if (existsInScope(exists, prose.scope, passage.text, context)) return null;
  const range = whereItExists(exists, context);
  if (range !== null) return `the route ${path} exists ${range}, which the text does not say`;
  return `${path} is no route of the server and no declared path${didYouMean(context.facts.nearest("route", path))}`;
}

/** "prefill/decode" is an alternative, not a path; its parts are judged when they look like code. */
function judgeRelative(path: string, where: Where): string | null {
  const { context, prose } = where;
  if (hasWord(prose.quoted, path) || isInRepository(path, where)) return null;
  const parts = path.split("/").filter((part) => part !== "");
  if (isFileName(path))
    return judgeFileName(parts.at(-1)!, where) === null ? null : `there is no file ${path}`;
  if (parts.length > 2 && context.facts.hasPath(parts[0]!))
    return `there is no path ${path} in the repository`;
  return (
    parts
      .flatMap((part) => tokensOf(part))
      .map(({ kind, text }) =>
        kind === "dotted" ? judgeDotted(text, where) : kind === "name" ? judgeWord(text, where) : null,
      )
      .find((reason) => reason !== null) ?? null
  );
}

function isInRepository(path: string, { context, passage, prose }: Where): boolean {
  if (context.facts.hasPath(path) || context.facts.hasPath(`python/sglang/${path}`)) return true;
  const module = path
    .replace(/\.pyi?$/, "")
    .replace(/\/$/, "")
    .replaceAll("/", ".");
  return existsInScope(
    (release) => context.facts.hasName(module, release),
    prose.scope,
    passage.text,
    context,
  );
}

export function judgeFileName(name: string, where: Where): string | null {
  const { context, prose } = where;
  if (context.foreign.hasFile(name) || hasWord(prose.quoted, name)) return null;
  if (name.endsWith(".py") && isInRepository(name, where)) return null;
  if (["", "python/", "docker/", "sgl-kernel/"].some((folder) => context.facts.hasPath(folder + name)))
    return null;
  return `there is no file ${name}`;
}

/** "/s" and the like in "tokens/s" are units. */
function isEscape(path: string): boolean {
  return path.length <= 2;
}
