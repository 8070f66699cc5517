import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/** A little more than the longest comment that GitHub takes. */
const longest = 70_000;
/** Markdown's delimiters cost quadratic time within a paragraph; our comments have few, hostile text has many. */
const mostLines = 4_000;
const mostDelimiters = { paragraph: 2_500, text: 5_000 };

const deepest = 12;

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(() => (tree: unknown) => showReferences(tree as Node))
  .use(rehypeStringify);

/**
 * A comment as GitHub would show it: GitHub's Markdown, sanitised by GitHub's schema, live mentions and issue
 * references marked as such. Gives safe HTML, or undefined for text too long or too dense to be rendered in
 * bounded time: show that as plain text.
 */
export function renderMarkdown(markdown: string): string | undefined {
  if (markdown.length > longest || isDense(markdown)) return undefined;
  try {
    return String(pipeline.processSync(markdown));
  } catch {
    // Thousands of nested quotes or lists overflow the renderer's stack.
    return undefined;
  }
}

function isDense(markdown: string): boolean {
  let inText = 0;
  let inParagraph = 0;
  let fenced = false;
  const lines = markdown.split("\n");
  if (lines.length > mostLines) return true;
  for (const line of lines) {
    const isFence = /^ {0,3}```/.test(line);
    if (isFence) fenced = !fenced;
    if (fenced || isFence) continue;
    if (nesting(line) > deepest) return true;
    if (line.trim() === "") inParagraph = 0;
    let found = 0;
    for (const char of line) if ("*_[]<~`>|@:.&\\".includes(char)) found++;
    inParagraph += found;
    inText += found;
    if (inParagraph > mostDelimiters.paragraph || inText > mostDelimiters.text) return true;
  }
  return false;
}

/** How many quotes and list items a line opens before its text; an indent of four columns counts as one. */
function nesting(line: string): number {
  const marker = /[ \t]{0,4}(?:[>*+-]|\d{1,9}[.)])(?=[ \t>]|$)|[ \t]{4}/y;
  let found = 0;
  while (found <= deepest && marker.test(line)) found++;
  return found;
}

/** GitHub notifies whom a comment names outside code: the page must not hide that. */
function showReferences(parent: Node): void {
  if (parent.tagName === "code" || parent.tagName === "pre" || parent.tagName === "a") return;
  parent.children = parent.children?.flatMap((child) => {
    if (child.type === "text") return splitReferences(child.value ?? "");
    showReferences(child);
    return [child];
  });
}

function splitReferences(text: string): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const found of text.matchAll(/(?<![\w`/])(?:@[a-z\d][a-z\d-]{0,38}|(?:GH-|#)\d{1,9})(?!\w)/gi)) {
    if (found.index > from) nodes.push({ type: "text", value: text.slice(from, found.index) });
    const kind = found[0].startsWith("@") ? "user-mention" : "issue-link";
    nodes.push({
      type: "element",
      tagName: "span",
      properties: { className: [kind] },
      children: [{ type: "text", value: found[0] }],
    });
    from = found.index + found[0].length;
  }
  if (from < text.length) nodes.push({ type: "text", value: text.slice(from) });
  return nodes;
}
