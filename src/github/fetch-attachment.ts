/** Fetches an attachment's text: bounded in size and time, along redirects to GitHub's storage only. */
import type { AttachmentHost, AttachmentReader } from "./attachments.ts";

/** GitHub takes files up to 25 MB. */
const MAX_BYTES = 25_000_000;
const MAX_MILLISECONDS = 20_000;
const MAX_REDIRECTS = 3;

/** No credential goes along: the files of public repositories need none, and storage must not see one. */
export function attachmentReader(host: AttachmentHost, maxBytes = MAX_BYTES): AttachmentReader {
  const allowed = new Set([host.origin, ...host.storage]);
  return async ({ url }) => {
    const signal = AbortSignal.timeout(MAX_MILLISECONDS);
    try {
      const response = await followRedirects(url, allowed, signal);
      if (response === null) return null;
      if (response.status >= 500 || response.status === 429) return "unavailable";
      return response.ok ? await readText(response, maxBytes) : null;
    } catch {
      // Whatever the network did; the address is the reporter's and goes into no log.
      return "unavailable";
    }
  };
}

/** @returns null where a redirect leaves GitHub */
async function followRedirects(
  start: string,
  allowed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Response | null> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { redirect: "manual", signal });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) return null;
    const next = new URL(location, url);
    if (!allowed.has(next.origin)) return null;
    url = next.href;
  }
  return null;
}

/** @returns null for a file that is too large or holds no text */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes || response.body === null) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the transfer.
    if (size > maxBytes || chunk.includes(0)) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
