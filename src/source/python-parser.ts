/** The Python parser: tree-sitter's grammar as WebAssembly, loaded once a thread. */
import { createRequire } from "node:module";
import { Language, Parser, type Tree } from "web-tree-sitter";

let loading: Promise<Parser> | null = null;

async function load(): Promise<Parser> {
  await Parser.init();
  const require = createRequire(import.meta.url);
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve("tree-sitter-python/tree-sitter-python.wasm")));
  return parser;
}

/** A parse function for this thread; the caller deletes each tree. */
export async function pythonParser(): Promise<(source: string) => Tree> {
  loading ??= load();
  const parser = await loading;
  return (source) => {
    const tree = parser.parse(source);
    if (tree === null) throw new Error("the Python parser gave no tree");
    return tree;
  };
}

/**
 * A blob as text: UTF-8 (undecodable bytes become U+FFFD), without a byte-order mark, and with
 * line ends that count as Python counts them.
 */
export function decodeSource(data: Buffer): string {
  const text = data.toString("utf8");
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  // A form feed or NUL would be an error to the grammar; neither changes positions as a space.
  return (start === 1 ? text.slice(1) : text).replace(/\r(?!\n)/g, "\n").replace(/[\f\0]/g, " ");
}
