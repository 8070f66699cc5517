import { createHash } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { liveScript } from "./live.ts";
import { style } from "./style.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Nothing from elsewhere, no script or style sheet but ours; style attributes only colour labels. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${sha256(liveScript)}`,
  `style-src-elem ${sha256(style)}`,
  "style-src-attr 'unsafe-inline'",
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The frame of every page, with the banner that says what this is. */
export function Layout({ title, path, children }: { title: string; path: string; children?: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · sandbox`}</title>
        <link rel="icon" href="data:," />
        <style>{raw(style)}</style>
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="banner" role="note">
          <strong>This is a sandbox.</strong> A small imitation of GitHub on this machine, to try the bot:
          nothing leaves this machine, nobody is notified, and every name here is made up.
        </div>
        <header class="site">
          <nav aria-label="Site">
            <strong>
              <a href={`${path}/issues`}>sandbox/sglang</a>
            </strong>
            <a href={`${path}/issues/new`}>New issue</a>
            <a href="/_sandbox">Deliveries and faults</a>
          </nav>
        </header>
        <main id="content">{children}</main>
        <script>{raw(liveScript)}</script>
      </body>
    </html>
  );
}
