import type { Comment, Issue, IssueEvent, Reaction, Repository } from "../model.ts";
import { issueKey, labelsOf, type State } from "../state.ts";
import { Layout } from "./layout.tsx";
import { renderMarkdown } from "./markdown.ts";
import {
  afterLineEnd,
  Box,
  LabelPill,
  PersonSelect,
  type Region,
  RegionBox,
  region,
  Time,
  versionOf,
} from "./parts.tsx";

interface View {
  readonly state: State;
  readonly repository: Repository;
  readonly issue: Issue;
  /** The repository's path: `/sandbox/sglang`. */
  readonly path: string;
}

/** The part of an issue's page that lives: its head, body, and comments. */
export function threadRegions(view: View): Region[] {
  const comments = view.state.comments.where(issueKey(view.issue));
  return [
    region("issue-head", <Head {...view} />),
    region("issue-body", <Body {...view} />),
    ...comments.map((comment) =>
      region(`issuecomment-${comment.id}`, <CommentBox {...view} comment={comment} />),
    ),
  ];
}

/** The other living part: labels and events, beside the thread. */
export function sideRegions(view: View): Region[] {
  return [region("issue-labels", <Labels {...view} />), region("issue-events", <Events {...view} />)];
}

export function IssuePage(view: View) {
  const { issue, path } = view;
  const thread = threadRegions(view);
  const side = sideRegions(view);
  const version = versionOf([...side, ...thread]);
  return (
    <Layout title={`${issue.title} · #${issue.number}`} path={path}>
      <div class="columns">
        <div>
          <div
            data-poll={`${path}/issues/${issue.number}.json`}
            data-version={version}
            aria-live="polite"
            aria-relevant="additions"
          >
            {thread.map((it) => (
              <RegionBox of={it} />
            ))}
          </div>
          <NewComment {...view} />
        </div>
        <aside aria-label="Labels, state and events">
          {side.slice(0, 1).map((it) => (
            <RegionBox of={it} />
          ))}
          <LabelForm {...view} />
          <StateForm {...view} />
          {side.slice(1).map((it) => (
            <RegionBox of={it} />
          ))}
        </aside>
      </div>
    </Layout>
  );
}

function Head({ issue }: View) {
  return (
    <>
      <h1>
        {issue.title} <span class="muted">{`#${issue.number}`}</span>
      </h1>
      <p>
        <span class={`state ${issue.state}`}>{issue.state === "open" ? "Open" : "Closed"}</span>{" "}
        <span class="muted">
          {`opened by ${issue.author} `}
          <Time at={issue.createdAt} />
          {issue.locked ? ", locked" : ""}
        </span>
      </p>
    </>
  );
}

/** What a person wrote stands as it was written: plain text, never HTML. */
function Body(view: View) {
  const { state, issue, path } = view;
  const action = `${path}/issues/${issue.number}`;
  return (
    <article class="comment" aria-label={`Report by ${issue.author}`}>
      <header>
        <strong>{issue.author}</strong> <span class="muted">wrote</span>
      </header>
      <div class="text">
        {issue.viaApp ? (
          <Markdown source={issue.body ?? ""} />
        ) : issue.body ? (
          <pre>{issue.body}</pre>
        ) : (
          <p class="muted">No description.</p>
        )}
        <Reactions reactions={state.reactions.where(`issue/${issue.id}`)} />
        <details class="manage">
          <summary>Edit this issue</summary>
          <form method="post" action={`${action}/edit`}>
            <label for="edit-title">Title</label>
            <input type="text" id="edit-title" name="title" required maxlength={256} value={issue.title} />
            <label for="edit-body">Body</label>
            <textarea id="edit-body" name="body" rows={12} maxlength={65_536}>
              {afterLineEnd(issue.body ?? "")}
            </textarea>
            <PersonSelect id="edit-by" chosen={issue.viaApp ? "maintainer" : issue.author} />
            <button type="submit">Save</button>
          </form>
        </details>
      </div>
    </article>
  );
}

function CommentBox({ state, path, comment }: View & { comment: Comment }) {
  const text = comment.viaApp ? <Markdown source={comment.body} /> : <pre>{comment.body}</pre>;
  return (
    <article class={comment.viaApp ? "comment bot" : "comment"} aria-label={`Comment by ${comment.author}`}>
      <header>
        <strong>{comment.author}</strong>{" "}
        <span class="muted">
          <Time at={comment.createdAt} />
          {comment.updatedAt === comment.createdAt ? "" : ", edited"}
        </span>
      </header>
      <div class="text">
        {comment.minimized ? (
          <details>
            <summary>{`This comment was hidden as ${comment.minimized.toLowerCase().replace("_", " ")}.`}</summary>
            {text}
          </details>
        ) : (
          text
        )}
        <Reactions reactions={state.reactions.where(`comment/${comment.id}`)} />
        <ManageComment path={path} comment={comment} />
      </div>
    </article>
  );
}

const renderings = new Map<string, string | undefined>();

/** The rendering is kept: the page is asked for every second, and rendering is its dearest part. */
function Markdown({ source }: { source: string }) {
  if (!renderings.has(source)) {
    if (renderings.size > 100) renderings.clear();
    renderings.set(source, renderMarkdown(source));
  }
  const html = renderings.get(source);
  if (html === undefined) return <pre>{source}</pre>;
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

function ManageComment({ path, comment }: { path: string; comment: Comment }) {
  const id = `comment-${comment.id}`;
  return (
    <details class="manage">
      <summary>Edit, delete, hide, react</summary>
      <form method="post" action={`${path}/issues/comments/${comment.id}`}>
        <label for={`${id}-body`}>Text</label>
        <textarea id={`${id}-body`} name="body" rows={8} maxlength={65_536}>
          {afterLineEnd(comment.body)}
        </textarea>
        <PersonSelect id={`${id}-by`} chosen={comment.viaApp ? "maintainer" : comment.author} />
        <button type="submit" name="action" value="edit">
          Save text
        </button>
        <button type="submit" name="action" value="delete">
          Delete comment
        </button>
        {comment.minimized ? (
          <button type="submit" name="action" value="show">
            Show comment
          </button>
        ) : (
          <button type="submit" name="action" value="hide">
            Hide comment
          </button>
        )}
        <button type="submit" name="action" value="+1">
          React 👍
        </button>
        <button type="submit" name="action" value="-1">
          React 👎
        </button>
      </form>
    </details>
  );
}

const faces: Record<Reaction["content"], string> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  confused: "😕",
  heart: "❤️",
  hooray: "🎉",
  rocket: "🚀",
  eyes: "👀",
};

function Reactions({ reactions }: { reactions: readonly Reaction[] }) {
  if (reactions.length === 0) return null;
  return (
    <p class="muted">{`Reactions: ${reactions.map((it) => `${faces[it.content]} ${it.user}`).join(", ")}`}</p>
  );
}

function Labels({ state, issue }: View) {
  const labels = labelsOf(state, issue);
  return (
    <section aria-labelledby="labels-heading" aria-live="polite">
      <h2 id="labels-heading">Labels</h2>
      {labels.length === 0 ? (
        <p class="muted">None yet.</p>
      ) : (
        labels.map((label) => <LabelPill label={label} />)
      )}
    </section>
  );
}

function Events({ state, issue }: View) {
  const events = state.events.where(issueKey(issue));
  return (
    <section aria-labelledby="events-heading">
      <h2 id="events-heading">Events</h2>
      {events.length === 0 ? <p class="muted">None yet.</p> : null}
      <ol class="events">
        {events.map((event) => (
          <li>
            {describe(event)} <Time at={event.createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function describe(event: IssueEvent): string {
  if (event.event === "labeled") return `${event.actor} added ${event.label?.name}`;
  if (event.event === "unlabeled") return `${event.actor} removed ${event.label?.name}`;
  if (event.event === "renamed") return `${event.actor} changed the title from “${event.rename?.from}”`;
  return `${event.actor} ${event.event} this`;
}

function NewComment({ issue, path }: View) {
  return (
    <form method="post" action={`${path}/issues/${issue.number}/comments`}>
      <h2>New comment</h2>
      <label for="comment-body">Text</label>
      <textarea id="comment-body" name="body" rows={6} required maxlength={65_536} />
      <PersonSelect id="comment-by" chosen="reporter" label="Author" />
      <button class="main" type="submit">
        Comment
      </button>
    </form>
  );
}

function LabelForm({ state, repository, issue, path }: View) {
  return (
    <details class="manage">
      <summary>Change labels</summary>
      <form method="post" action={`${path}/issues/${issue.number}/labels`}>
        <label for="label-name">Label</label>
        <input type="text" id="label-name" name="name" list="known-labels" required maxlength={50} />
        <datalist id="known-labels">
          {state.labels.where(repository.id).map((label) => (
            <option value={label.name} />
          ))}
        </datalist>
        <PersonSelect id="label-by" chosen="maintainer" />
        <button type="submit" name="action" value="add">
          Add label
        </button>
        <button type="submit" name="action" value="remove">
          Remove label
        </button>
      </form>
    </details>
  );
}

function StateForm({ issue, path }: View) {
  return (
    <Box>
      <form method="post" action={`${path}/issues/${issue.number}/state`}>
        <PersonSelect id="state-by" chosen={issue.viaApp ? "maintainer" : issue.author} />
        <button type="submit" name="action" value={issue.state === "open" ? "close" : "reopen"}>
          {issue.state === "open" ? "Close issue" : "Reopen issue"}
        </button>
        <button type="submit" name="action" value={issue.locked ? "unlock" : "lock"}>
          {issue.locked ? "Unlock" : "Lock"}
        </button>
      </form>
    </Box>
  );
}
