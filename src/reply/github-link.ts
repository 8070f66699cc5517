/** Links to issues and pull requests that leave no "mentioned this" event behind on the other side. */

const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

/** @returns null when the repository's name or the number is none: nothing is linked then */
export function quietLink(repository: string, kind: "issues" | "pull", number: number): string | null {
  if (!REPOSITORY.test(repository) || !Number.isSafeInteger(number) || number <= 0) return null;
  return `https://redirect.github.com/${repository}/${kind}/${number}`;
}

/** An address as a link target; github.com's issues, pulls, discussions and commits become quiet ones. Null: not a web address. */
export function linkTarget(address: string): string | null {
  if (!URL.canParse(address) || address.length > 2_000) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (
    url.hostname === "github.com" &&
    /^\/[^/]+\/[^/]+\/(?:issues|pull|discussions|commit)\//.test(url.pathname)
  ) {
    url.hostname = "redirect.github.com";
  }
  // The parser leaves brackets alone; they would end a Markdown link.
  return url.href.replace(
    /[()[\]<>\\`]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What to call a link in running text: "sglang pull request 32837", or the host and path. */
export function linkName(address: string): string {
  const url = new URL(address);
  const [, owner, repository, kind, id] = url.pathname.split("/");
  if (/(?:^|\.)github\.com$/.test(url.hostname) && id !== undefined) {
    const name = owner === repository ? repository : `${owner}/${repository}`;
    if (kind === "pull") return `pull request ${id} of ${name}`;
    if (kind === "issues") return `issue ${id} of ${name}`;
    if (kind === "discussions") return `discussion ${id} of ${name}`;
    if (kind === "commit") return `commit ${id.slice(0, 9)} of ${name}`;
  }
  return `${url.hostname}${url.pathname === "/" ? "" : url.pathname}`.slice(0, 100);
}
