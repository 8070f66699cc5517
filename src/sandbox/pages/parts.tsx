import { createHash } from "node:crypto";
import type { Child } from "hono/jsx";
import type { Label } from "../model.ts";
import { people } from "../seed.ts";

/** A part of a page that the script replaces when its hash changes. */
export interface Region {
  readonly id: string;
  readonly hash: string;
  readonly html: string;
}

export function region(id: string, content: { toString(): string }): Region {
  const html = content.toString();
  return { id, html, hash: createHash("sha1").update(html).digest("hex").slice(0, 16) };
}

/** One hash over all regions: the same one means that nothing changed. */
export function versionOf(regions: readonly Region[]): string {
  return createHash("sha1")
    .update(regions.map((it) => `${it.id} ${it.hash}`).join("\n"))
    .digest("hex")
    .slice(0, 16);
}

export function RegionBox({ of }: { of: Region }) {
  return <div id={of.id} data-region="" data-hash={of.hash} dangerouslySetInnerHTML={{ __html: of.html }} />;
}

/** A label in its colour, the text black or white, whichever is readable. */
export function LabelPill({ label }: { label: Label }) {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(label.color.slice(at, at + 2), 16),
  );
  const ink = red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? "#000000" : "#ffffff";
  return (
    <span class="label" style={`background:#${label.color};color:${ink}`} title={label.description ?? ""}>
      {label.name}
    </span>
  );
}

/** The choice of who does something. `id` must be unique on the page. */
export function PersonSelect({ id, chosen, label = "As" }: { id: string; chosen: string; label?: string }) {
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} name="by">
        {people.map(({ login, role }) => (
          <option value={login} selected={login === chosen}>
            {`${login} (${role ?? "no role"})`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** `2026-03-01T10:00:00Z` as people read it. */
export function Time({ at }: { at: string }) {
  return <time datetime={at}>{at.replace("T", " ").replace("Z", " UTC")}</time>;
}

export function Box({ children }: { children?: Child }) {
  return <div class="box">{children}</div>;
}

/** The text of a text area: browsers drop the first line end in it, which must not be one of the text's own. */
export const afterLineEnd = (text: string) => `\n${text}`;
