/** Prose of the catalog on a page: flags, names and paths as code, paragraphs kept. */
import { proseTokens } from "../reply/prose.ts";

export function Line({ text }: { text: string }) {
  return <>{proseTokens(text).map((token) => (token.code ? <code>{token.text}</code> : token.text))}</>;
}

export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p>
          <Line text={paragraph} />
        </p>
      ))}
    </>
  );
}

export function List({ items, ordered = false }: { items: string[]; ordered?: boolean }) {
  const lines = items.map((item) => (
    <li>
      <Line text={item} />
    </li>
  ));
  return ordered ? <ol>{lines}</ol> : <ul>{lines}</ul>;
}
