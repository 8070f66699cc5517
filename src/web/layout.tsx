/** What every page has: head, way around, the language, a place to jump to. */
import type { Child } from "hono/jsx";

export const STYLE_PATH = "/web.css";

interface LayoutProps {
  title: string;
  children?: Child;
  /** Shown below a line at the end: where data comes from, where else to get it. */
  footer?: Child;
}

export function Layout({ title, children, footer }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · sglang-triage`}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="site">
          <strong>sglang-triage</strong>
          <nav aria-label="Pages">
            <a href="/errors">Known errors</a>
            <a href="/diagnose">Check a report</a>
          </nav>
        </header>
        <main id="content">{children}</main>
        <footer class="site">{footer ?? "Known errors of SGLang and of what it stands on."}</footer>
      </body>
    </html>
  );
}
