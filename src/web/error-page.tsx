/** /errors/<slug>: everything known about one error, in the order of the seed pages. */
import type { Child } from "hono/jsx";
import type { Entry } from "../catalog/entry.ts";
import type { CatalogRecord } from "../catalog/record.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import { linkName, linkTarget } from "../reply/github-link.ts";
import { nameOf } from "./error-list.tsx";
import { Layout } from "./layout.tsx";
import { Line, List, Prose } from "./prose.tsx";

export interface ErrorPageProps {
  record: CatalogRecord;
  /** What the record does not hold; null for a raise site that nobody has written about. */
  entry: Entry | null;
  tag: BackgroundTag | null;
  related: { title: string; path: string | null }[];
}

export function ErrorPage({ record, entry, tag, related }: ErrorPageProps) {
  return (
    <Layout title={nameOf(record.errorClass, record.errorMessage)} footer={<Origin record={record} />}>
      <p class="meta">
        {record.repo} · <span class={record.severity}>{record.severity}</span>
        {record.errorClass === null ? "" : ` · ${record.errorClass}`}
        {record.httpStatus === null ? "" : ` · HTTP ${record.httpStatus}`}
      </p>
      <h1>{nameOf(null, record.errorMessage)}</h1>
      {entry !== null && entry.reviewed === null ? (
        <p role="note">Nobody has checked this against the source yet.</p>
      ) : null}
      <Section title="Error message">
        <pre class="wrap" tabindex={0}>
          <code>{record.errorMessage}</code>
        </pre>
      </Section>
      <Section title="What it means">
        <Prose text={record.documentation} />
        <Captures entry={entry} />
      </Section>
      <Source record={record} />
      <Section title="Solutions">
        <List items={record.solutions} ordered />
        <Releases entry={entry} />
      </Section>
      <Code title="Example fix" code={record.exampleFix} />
      <Code title="Validation code" code={record.validationCode} />
      <Code title="Type guard" code={record.typeGuard} />
      <Code title="Try/catch pattern" code={record.tryCatchPattern} />
      <WhenItHappens record={record} entry={entry} />
      {record.preventionTips.length === 0 ? null : (
        <Section title="Prevention">
          <List items={record.preventionTips} />
        </Section>
      )}
      <Related related={related} />
      <References entry={entry} />
      <Section title="Tags">
        <p>
          <code>{record.backgroundTag}</code>
          {tag === null ? "" : `: ${tag.definition}`}
        </p>
        <p class="meta">{record.tags.join(", ")}</p>
      </Section>
    </Layout>
  );
}

function Section({ title, children }: { title: string; children?: Child }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Captures({ entry }: { entry: Entry | null }) {
  const captures = Object.entries(entry?.captures ?? {});
  if (captures.length === 0) return null;
  return (
    <dl>
      {captures.map(([name, meaning]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <Line text={meaning} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Source({ record }: { record: CatalogRecord }) {
  const link = record.githubUrl === null ? null : linkTarget(record.githubUrl);
  if (record.filePath === null && link === null) return null;
  return (
    <Section title="Source">
      {record.filePath === null ? (
        <p>Thrown below SGLang.</p>
      ) : (
        <p>
          Thrown at{" "}
          <code>{`${record.filePath}${record.lineNumber === null ? "" : `:${record.lineNumber}`}`}</code>
        </p>
      )}
      {record.sourceCode === null ? null : (
        <>
          <p class="meta">{`Lines ${record.sourceCodeStart} to ${record.sourceCodeEnd}`}</p>
          <pre tabindex={0}>
            <code>{record.sourceCode}</code>
          </pre>
        </>
      )}
      {link === null ? null : (
        <p>
          <a href={link}>
            {record.filePath === null
              ? "View the source"
              : `View on GitHub (pinned to ${record.analyzedSha.slice(0, 10)})`}
          </a>
        </p>
      )}
    </Section>
  );
}

function Releases({ entry }: { entry: Entry | null }) {
  if (entry === null) return null;
  const { holdsFor, fixedIn } = entry;
  const from = holdsFor.from === null ? "" : ` from ${holdsFor.from}`;
  const to = holdsFor.to === null ? "" : ` up to ${holdsFor.to}`;
  return (
    <>
      {from + to === "" ? null : <p class="meta">{`Holds for releases${from}${to}.`}</p>}
      {fixedIn === null ? null : <p>{`Fixed in ${fixedIn}: on an older release, upgrade first.`}</p>}
    </>
  );
}

function Code({ title, code }: { title: string; code: string | null }) {
  if (code === null) return null;
  return (
    <Section title={title}>
      <pre tabindex={0}>
        <code>{code}</code>
      </pre>
    </Section>
  );
}

function WhenItHappens({ record, entry }: { record: CatalogRecord; entry: Entry | null }) {
  return (
    <Section title="When it happens">
      <h3>Trigger</h3>
      <Prose text={record.triggerScenarios} />
      <h3>Common situations</h3>
      {entry === null ? <Prose text={record.commonSituations} /> : <List items={entry.situations} />}
    </Section>
  );
}

function Related({ related }: Pick<ErrorPageProps, "related">) {
  if (related.length === 0) return null;
  return (
    <Section title="Related errors">
      <ul>
        {related.map(({ title, path }) => (
          <li>{path === null ? <code>{title}</code> : <a href={path}>{title}</a>}</li>
        ))}
      </ul>
    </Section>
  );
}

function References({ entry }: { entry: Entry | null }) {
  const links = (entry?.references ?? []).flatMap((address) => {
    const target = linkTarget(address);
    return target === null ? [] : [{ target, name: linkName(address) }];
  });
  if (links.length === 0) return null;
  return (
    <Section title="References">
      <ul>
        {links.map(({ target, name }) => (
          <li>
            <a href={target}>{name}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Origin({ record }: { record: CatalogRecord }) {
  const json = `/api/errors/${record.id}`;
  return (
    <>
      {`Analysis of ${record.repo}@${record.analyzedSha.slice(0, 10)} (`}
      <time datetime={record.analyzedAt}>{record.analyzedAt.slice(0, 10)}</time>
      {"). Data as JSON: "}
      <a href={json}>{json}</a>
      {". Something wrong? "}
      <a href={`https://github.com/${record.repo}/issues`}>Report an issue on GitHub</a>.
    </>
  );
}
