/** Python snippets parse, and what they call and import exists. */
import type { Node } from "web-tree-sitter";
import { existsInScope } from "../existence.ts";
import type { Finding } from "../finding.ts";
import { didYouMean, type ProseRule, type Where } from "../prose-rule.ts";
import { judgeDotted } from "./names.ts";

export const snippets: ProseRule = (prose, context) =>
  prose.passages.flatMap((passage): Finding[] => {
    if (passage.language !== "python") return [];
    const tree = context.parsePython(passage.text);
    try {
      const reasons = [
        ...syntaxProblem(tree.rootNode),
        ...nameProblems(tree.rootNode, { passage, prose, context }),
      ];
      return [...new Set(reasons)].map((reason) => ({ file: prose.file, key: passage.key, reason }));
    } finally {
      tree.delete();
    }
  });

function syntaxProblem(root: Node): string[] {
  if (!root.hasError) return [];
  const bad = root.descendantsOfType("ERROR").find((node) => node !== null);
  const line = (bad?.startPosition.row ?? 0) + 1;
  return [`the Python code does not parse (line ${line})`];
}

/** More calls than any example has; each unknown one costs a search for the nearest name. */
const MAX_CALLS = 60;

function nameProblems(root: Node, where: Where): string[] {
  const own = definedIn(root);
  const callees = root
    .descendantsOfType("call")
    .map((call) => call?.childForFieldName("function")?.text ?? "");
  const calls = [...new Set(callees)]
    .filter((callee) => /^[\w.]{1,200}$/.test(callee))
    .slice(0, MAX_CALLS)
    .flatMap((callee) => judgeCallee(callee, own, where) ?? []);
  const imports = root.descendantsOfType("import_from_statement").flatMap((statement) => {
    const module = statement?.childForFieldName("module_name")?.text ?? "";
    if (!/^sglang(?:\.|$)/.test(module)) return [];
    return statement!.childrenForFieldName("name").flatMap((name) => {
      const imported = name?.type === "aliased_import" ? name.childForFieldName("name")?.text : name?.text;
      return imported === undefined ? [] : (judgeDotted(`${module}.${imported}`, where) ?? []);
    });
  });
  return [...calls, ...imports];
}

function judgeCallee(callee: string, own: Set<string>, where: Where): string | null {
  const parts = callee.split(".");
  const [root, last] = [parts[0]!, parts.at(-1)!];
  const { context, passage, prose } = where;
  if (parts.length === 1 && (own.has(callee) || BUILTINS.has(callee))) return null;
  // What came from an import of another package is that package's affair.
  if (own.has(`import ${root}`) || context.foreign.hasModule(root)) return null;
  if (root === "sglang" || root === "sgl") return judgeDotted(callee, where);
  if (own.has(`def ${last}`) || METHODS.has(last)) return null;
  const exists = (release: string): boolean => context.facts.hasName(last, release);
  if (existsInScope(exists, prose.scope, passage.text, context) || context.foreign.hasWord(last)) return null;
  if (context.functions.has(last)) return null;
  return `there is no function ${callee} in the source${didYouMean(context.facts.nearest("name", last))}`;
}

/** Names the snippet makes: "x", and "import x" for what it imports from other packages. */
function definedIn(root: Node): Set<string> {
  const own = new Set<string>();
  for (const node of root.descendantsOfType(["function_definition", "class_definition"])) {
    const name = node?.childForFieldName("name")?.text;
    if (name !== undefined) own.add(name).add(`def ${name}`);
  }
  for (const node of root.descendantsOfType(["import_statement", "import_from_statement"])) {
    const module =
      node?.childForFieldName("module_name")?.text ?? node?.childForFieldName("name")?.text ?? "";
    const project = /^sglang(?:\.|\s|$)/.test(module);
    for (const name of node?.childrenForFieldName("name") ?? []) {
      const bound = name?.childForFieldName("alias")?.text ?? name?.text.split(".")[0];
      if (bound !== undefined) own.add(bound);
      if (bound !== undefined && !project) own.add(`import ${bound}`);
    }
  }
  for (const node of root.descendantsOfType(["assignment", "named_expression"])) {
    const left = node?.childForFieldName("left") ?? node?.childForFieldName("name");
    for (const [name] of (left?.text ?? "").matchAll(/\b[A-Za-z_]\w*/g)) own.add(name);
  }
  return own;
}

const BUILTINS = new Set(
  `abs all any bool bytes callable dict dir enumerate filter float format frozenset getattr hasattr hash hex id
  input int isinstance issubclass iter len list map max min next object open ord pow print range repr reversed
  round set setattr slice sorted str sum super tuple type vars zip AssertionError Exception KeyError
  NotImplementedError OSError RuntimeError TimeoutError TypeError ValueError ImportError ConnectionError`.split(
    /\s+/,
  ),
);

/** Methods of Python's own types. */
const METHODS = new Set(
  `append add clear copy count decode encode endswith extend format get index insert items join keys lower pop
  read replace rsplit remove setdefault sort split startswith strip update upper values write`.split(/\s+/),
);
