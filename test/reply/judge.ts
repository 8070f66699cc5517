/**
 * What a page shows of our Markdown, by a renderer that knows nothing of how it was made. It stands
 * in for GitHub: the same dialect, raw HTML included, then GitHub's own search for mentions,
 * references, commits and addresses in what is neither code nor a link.
 */
import type { Element, Nodes, Root } from "hast";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw);

export interface Page {
  /** The page as an outline: tags and texts, with the content of all code left out. */
  skeleton: string;
  /** Targets of links, in order. */
  links: string[];
  comments: string[];
  /** Names of all elements. */
  tags: Set<string>;
  /** What GitHub would make a mention, a reference, a commit or an address. */
  live: string[];
  /** Text of every code element, in order. */
  code: string[];
  /** Names of elements inside code: there must be none. */
  tagsInCode: string[];
}

export function render(markdown: string): Page {
  const tree = renderer.runSync(renderer.parse(markdown)) as Root;
  const page: Page = {
    skeleton: "",
    links: [],
    comments: [],
    tags: new Set(),
    live: [],
    code: [],
    tagsInCode: [],
  };
  walk(tree, page, false);
  return page;
}

const LIVE =
  /(?:^|[^\w`])@[\w-]+|(?:[\w.-]+\/[\w.-]+)?#\d+|\bGH-\d+|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b|https?:\/\/\S+|\bwww\.\S+|\S+@\S+\.\S+|:\w+:|\$[^$]+\$/gi;

function walk(node: Nodes, page: Page, inLink: boolean): void {
  if (node.type === "text") {
    page.skeleton += node.value;
    if (!inLink) page.live.push(...(node.value.match(LIVE) ?? []));
  } else if (node.type === "comment") {
    page.comments.push(node.value.trim());
    page.skeleton += "<!---->";
  } else if (node.type === "element") {
    element(node, page, inLink);
  } else if ("children" in node) {
    for (const child of node.children) walk(child as Nodes, page, inLink);
  }
}

function element(node: Element, page: Page, inLink: boolean): void {
  page.tags.add(node.tagName);
  if (node.tagName === "a") page.links.push(String(node.properties.href));
  page.skeleton += `<${node.tagName}>`;
  if (node.tagName === "code") page.code.push(textOf(node, page));
  else for (const child of node.children) walk(child as Nodes, page, inLink || node.tagName === "a");
  page.skeleton += `</${node.tagName}>`;
}

function textOf(node: Element, page: Page): string {
  return node.children
    .map((child) => {
      if (child.type === "text") return child.value;
      page.tagsInCode.push(child.type === "element" ? child.tagName : child.type);
      return "";
    })
    .join("");
}
