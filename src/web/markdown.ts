/** Our own Markdown as a page shows it: rendered by a real library, then reduced to harmless elements. */
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(rehypeStringify);

/**
 * @param markdown a reply of ours: bounded, with all text of reporters in code. Crafted Markdown makes
 * the parser quadratic, so nobody else's text belongs here.
 * @returns HTML without scripts, styles, handlers and forms
 */
export function renderMarkdown(markdown: string): string {
  return String(renderer.processSync(markdown));
}
