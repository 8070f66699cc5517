import type { Entry } from "../catalog/entry.ts";
import { EntryLinks } from "./error-list.tsx";
import { Layout } from "./layout.tsx";

export function NotFoundPage({ name, near }: { name: string; near: Entry[] }) {
  return (
    <Layout title="Not found">
      <h1>No such error</h1>
      <p>
        Nothing is known as <code>{name}</code>.
      </p>
      {near.length === 0 ? null : (
        <>
          <h2>Near to it</h2>
          <EntryLinks entries={near} />
        </>
      )}
      <p>
        <a href="/errors">All known errors</a>
      </p>
    </Layout>
  );
}
