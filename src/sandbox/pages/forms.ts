import { Hono } from "hono";
import { createComment, deleteComment, editComment, minimizeComment } from "../actions/comments.ts";
import { createIssue, editIssue, liveIssue, lockIssue, unlockIssue } from "../actions/issues.ts";
import { addLabels, removeLabel } from "../actions/labels.ts";
import { react } from "../actions/reactions.ts";
import { githubError, notFound } from "../errors.ts";
import type { Comment, Repository } from "../model.ts";
import { people } from "../seed.ts";
import type { Actor, State } from "../state.ts";

/** What the pages' forms do. Each acts as the person chosen in it, with that person's rights only. */
export function formRoutes(state: State, repository: Repository, path: string): Hono {
  const forms = new Hono();
  const issueUrl = (number: number, anchor = "") => `${path}/issues/${number}${anchor}`;
  const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

  forms.post(`${path}/issues`, async (c) => {
    const form = await readForm(c.req.raw);
    const input = { title: form.get("title"), body: form.get("body") };
    const issue = state.journal.atomically(() => createIssue(state, personOf(form), repository, input));
    return c.redirect(issueUrl(issue.number), 303);
  });
  forms.post(`${path}/issues/comments/:id`, async (c) => {
    const form = await readForm(c.req.raw);
    const comment = state.comments.get(numberOf(c.req.param("id")));
    if (!comment || comment.repository !== repository.id) throw notFound();
    state.journal.atomically(() => manageComment(state, repository, comment, form));
    return c.redirect(issueUrl(comment.issueNumber, `#issuecomment-${comment.id}`), 303);
  });
  forms.post(`${path}/issues/:number/edit`, async (c) => {
    const form = await readForm(c.req.raw);
    const number = numberOf(c.req.param("number"));
    const edit = { title: form.get("title"), body: form.get("body") };
    state.journal.atomically(() => editIssue(state, personOf(form), repository, number, edit));
    return c.redirect(issueUrl(number), 303);
  });
  forms.post(`${path}/issues/:number/comments`, async (c) => {
    const form = await readForm(c.req.raw);
    const number = numberOf(c.req.param("number"));
    const body = form.get("body");
    const comment = state.journal.atomically(() =>
      createComment(state, personOf(form), repository, number, body),
    );
    return c.redirect(issueUrl(number, `#issuecomment-${comment.id}`), 303);
  });
  forms.post(`${path}/issues/:number/labels`, async (c) => {
    const form = await readForm(c.req.raw);
    const issue = liveIssue(state, repository, numberOf(c.req.param("number")));
    const name = form.get("name");
    state.journal.atomically(() =>
      form.get("action") === "remove"
        ? removeLabel(state, personOf(form), repository, issue, name.trim())
        : addLabels(state, personOf(form), repository, issue.number, [name]),
    );
    return c.redirect(issueUrl(issue.number), 303);
  });
  forms.post(`${path}/issues/:number/state`, async (c) => {
    const form = await readForm(c.req.raw);
    const number = numberOf(c.req.param("number"));
    state.journal.atomically(() => changeState(state, repository, number, form));
    return c.redirect(issueUrl(number), 303);
  });
  return forms;
}

/** A submitted form. A field that is missing reads as empty. */
interface Form {
  get(name: string): string;
}

export async function readForm(request: Request): Promise<Form> {
  const fields = new URLSearchParams(await request.text());
  // Browsers send the line ends of text areas as CRLF.
  return { get: (name) => (fields.get(name) ?? "").replaceAll("\r\n", "\n") };
}

/** Only the people of the page: a form cannot act as the bot. */
function personOf(form: Form): Actor {
  const login = form.get("by");
  if (!people.some((it) => it.login === login)) throw githubError(422, `Nobody here is called "${login}"`);
  return { login, viaApp: false };
}

function manageComment(state: State, repository: Repository, comment: Comment, form: Form): void {
  const person = personOf(form);
  const action = form.get("action");
  if (action === "delete") deleteComment(state, person, repository, comment);
  else if (action === "hide") minimizeComment(state, person, repository, comment, "OFF_TOPIC");
  else if (action === "show") minimizeComment(state, person, repository, comment, null);
  else if (action === "+1" || action === "-1")
    react(state, person, repository, "comment", comment.id, action);
  else editComment(state, person, repository, comment, form.get("body"));
}

function changeState(state: State, repository: Repository, number: number, form: Form): void {
  const person = personOf(form);
  const action = form.get("action");
  if (action === "lock") lockIssue(state, person, repository, number, null);
  else if (action === "unlock") unlockIssue(state, person, repository, number);
  else editIssue(state, person, repository, number, { state: action === "reopen" ? "open" : "closed" });
}
