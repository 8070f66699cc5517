/** /errors: what is known, by background tag, with a search. */
import type { Entry } from "../catalog/entry.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import { titleOf } from "../reply/title.ts";
import { Layout } from "./layout.tsx";
import { Line } from "./prose.tsx";
import { MAX_QUERY } from "./search.ts";

interface ErrorListProps {
  query: string;
  entries: Entry[];
  /** Shown when nothing fits the query. */
  near: Entry[];
  tags: ReadonlyMap<string, BackgroundTag>;
}

export function ErrorListPage({ query, entries, near, tags }: ErrorListProps) {
  const groups = groupsOf(entries, tags);
  const count = `${entries.length} known ${entries.length === 1 ? "error" : "errors"}`;
  return (
    <Layout title={query === "" ? "Known errors" : `Search: ${query}`} footer={<ApiHint query={query} />}>
      <h1>Known errors</h1>
      <Search query={query} />
      <p role="status">{query === "" ? `${count}.` : `${count} for “${query}”.`}</p>
      {entries.length === 0 ? <Nothing near={near} /> : null}
      {groups.length > 1 ? <TagIndex groups={groups} /> : null}
      {groups.map(({ tag, definition, members }) => (
        <section aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{`${tag} (${members.length})`}</h2>
          {definition === null ? null : (
            <p class="meta">
              <Line text={definition} />
            </p>
          )}
          <EntryLinks entries={members} />
        </section>
      ))}
    </Layout>
  );
}

export function EntryLinks({ entries }: { entries: Entry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li>
          <a href={`/errors/${entry.slug}`}>{nameOf(entry.class, entry.message)}</a>{" "}
          <span class={entry.severity === "critical" ? "critical" : "meta"}>{entry.severity}</span>
        </li>
      ))}
    </ul>
  );
}

/** Class and message as one title. */
export function nameOf(errorClass: string | null, message: string): string {
  return errorClass === null ? titleOf(message) : `${errorClass}: ${titleOf(message)}`;
}

function Search({ query }: { query: string }) {
  return (
    <search>
      <form class="search" action="/errors" method="get">
        <div>
          <label for="q">Search message, class, tag</label>
          <input id="q" name="q" type="search" value={query} maxlength={MAX_QUERY} autocomplete="off" />
        </div>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

function Nothing({ near }: { near: Entry[] }) {
  return (
    <>
      <p>
        Nothing holds all of these words. Use fewer of them, leave out numbers, paths and names of your own,
        or <a href="/diagnose">paste the whole report</a>.
      </p>
      {near.length === 0 ? null : (
        <>
          <h2>Near to it</h2>
          <EntryLinks entries={near} />
        </>
      )}
    </>
  );
}

function TagIndex({ groups }: { groups: Group[] }) {
  return (
    <nav aria-label="Background tags">
      <ul class="tags">
        {groups.map(({ tag, members }) => (
          <li>
            <a href={`#tag-${tag}`}>{tag}</a> {members.length}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ApiHint({ query }: { query: string }) {
  const path = query === "" ? "/api/errors" : `/api/errors?q=${encodeURIComponent(query)}`;
  return (
    <>
      The same as JSON: <a href={path}>{path}</a>
    </>
  );
}

interface Group {
  tag: string;
  definition: string | null;
  members: Entry[];
}

/** In the order of tags.yml, which goes from memory to internal faults. */
function groupsOf(entries: Entry[], tags: ReadonlyMap<string, BackgroundTag>): Group[] {
  const members = new Map<string, Entry[]>();
  for (const entry of entries) {
    members.set(entry.backgroundTag, [...(members.get(entry.backgroundTag) ?? []), entry]);
  }
  const names = [...tags.keys(), ...[...members.keys()].filter((tag) => !tags.has(tag))];
  return names.flatMap((tag) => {
    const group = members.get(tag);
    return group === undefined
      ? []
      : [{ tag, definition: tags.get(tag)?.definition ?? null, members: group }];
  });
}
