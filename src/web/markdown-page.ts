/** Markdown of ours as a page of its own, for a file or a mail. */
import { renderMarkdown } from "./markdown.ts";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}" +
  "pre{overflow-x:auto;background:#f4f4f4;padding:.75rem}code{background:#f4f4f4}summary{cursor:pointer}";

/** @param markdown as renderMarkdown takes it */
export function renderPage(title: string, markdown: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`;
  return `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>\n${renderMarkdown(markdown)}\n</body></html>\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
