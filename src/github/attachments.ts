/**
 * Logs that people attach instead of pasting them: which links of a text are attachments, and the text
 * behind them. Only GitHub's own attachment hosts are ever asked: a link is the reporter's, and
 * whoever follows others can be sent anywhere.
 */
import type { Part } from "../extract/report.ts";

/** Where attachments of one GitHub are. */
export interface AttachmentHost {
  /** Origin of the links in issues, "https://github.com". */
  origin: string;
  /** Origins the links redirect to. */
  storage: readonly string[];
}

export interface Attachment {
  /** GitHub's number of the file. */
  id: string;
  url: string;
}

export interface AttachmentsRead {
  /** The parts given, each followed by what is attached to it. */
  parts: Part[];
  /** Links whose text could not be had this time; another time may give it. */
  unread: number;
}

/**
 * The text of an attachment. "unavailable" when asking again may help, null when it cannot: gone, too
 * large, or no text.
 */
export type AttachmentReader = (attachment: Attachment) => Promise<string | "unavailable" | null>;

/** Attachments of one thread that are read, in thread order; people attach one or two logs. */
export const MAX_ATTACHMENTS = 3;

/** What GitHub's editor writes for an uploaded file, now and before 2024. */
const ATTACHMENT_PATH =
  /^\/(?:user-attachments|[A-Za-z0-9-]{1,39}\/[\w.-]{1,100})\/files\/(\d{1,20})\/[^/]{1,250}\.(?:log|txt)$/i;

/** @param baseUrl root of the REST API */
export function attachmentHostOf(baseUrl: string): AttachmentHost {
  const { origin } = new URL(baseUrl);
  if (origin !== "https://api.github.com") return { origin, storage: [origin] };
  return { origin: "https://github.com", storage: ["https://objects.githubusercontent.com"] };
}

/** Links to log and text files on GitHub's attachment host, in order, each once. */
export function attachmentsOf(text: string, { origin }: AttachmentHost): Attachment[] {
  const found = new Map<string, Attachment>();
  for (const [link] of text.matchAll(/https?:\/\/[^\s<>()[\]"'`]{1,500}/g)) {
    if (!URL.canParse(link)) continue;
    const url = new URL(link);
    if (url.origin !== origin || url.username !== "" || url.password !== "") continue;
    const id = ATTACHMENT_PATH.exec(url.pathname)?.[1];
    if (id !== undefined && !found.has(id)) found.set(id, { id, url: url.origin + url.pathname });
  }
  return [...found.values()];
}

/** Adds to each part the attachments it links to, at most `MAX_ATTACHMENTS` in all. */
export async function withAttachments(
  parts: Part[],
  host: AttachmentHost,
  read: AttachmentReader,
): Promise<AttachmentsRead> {
  const seen = new Set<string>();
  const result: AttachmentsRead = { parts: [], unread: 0 };
  for (const part of parts) {
    result.parts.push(part);
    for (const attachment of attachmentsOf(part.text, host)) {
      if (seen.has(attachment.id) || seen.size >= MAX_ATTACHMENTS) continue;
      seen.add(attachment.id);
      const text = await read(attachment);
      if (text === "unavailable") result.unread += 1;
      else if (text !== null)
        result.parts.push({ kind: "attachment", id: `file-${attachment.id}`, author: part.author, text });
    }
  }
  return result;
}
