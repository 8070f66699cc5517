/** The one place that writes to GitHub. */
import type { Action } from "./actions.ts";
import type { Client } from "./client.ts";
import { hideComment, showComment } from "./hide-comment.ts";
import { ensureLabel, hasLabel } from "./labels.ts";
import { splitRepository } from "./read-thread.ts";

/** What became of an action. */
export interface Published {
  action: Action;
  /** False in a dry run, for `skip`, and for a label that the repository does not have. */
  written: boolean;
  /** Id of the comment that was created or edited. */
  comment: number | null;
}

export interface Publisher {
  /** @throws the client's error; the thread must then be read again before anything is repeated */
  publish(action: Action): Promise<Published>;
}

/**
 * A create is never retried in place: a 502 may come after the comment was posted. Whoever catches the error
 * reads the thread again and plans anew.
 */
const ONCE = { request: { retries: 0 } };

/** @param dryRun write nothing, say what would have been written */
export function createPublisher(client: Client, repository: string, dryRun: boolean): Publisher {
  const [owner, repo] = splitRepository(repository);
  return {
    async publish(action) {
      if (dryRun || action.type === "skip") return { action, written: false, comment: null };
      if (
        action.type === "add-label" &&
        !action.create &&
        !(await hasLabel(client, repository, action.label))
      )
        return { action, written: false, comment: null };
      return { action, written: true, comment: await perform(client, { owner, repo }, action) };
    },
  };
}

/** @returns id of the comment that is created or edited */
async function perform(
  client: Client,
  target: { owner: string; repo: string },
  action: Exclude<Action, { type: "skip" }>,
): Promise<number | null> {
  const { issues, reactions } = client.rest;
  switch (action.type) {
    case "create-comment": {
      const { issue: issue_number, body } = action;
      return (await issues.createComment({ ...target, issue_number, body, ...ONCE })).data.id;
    }
    case "edit-comment":
      await issues.updateComment({ ...target, comment_id: action.comment, body: action.body });
      return action.comment;
    case "hide-comment":
      await hideComment(client, action.nodeId, action.reason);
      return null;
    case "show-comment":
      await showComment(client, action.nodeId);
      return null;
    case "add-label":
      await addLabel(client, target, action);
      return null;
    case "remove-label":
      await issues.removeLabel({ ...target, issue_number: action.issue, name: action.label });
      return null;
    case "react": {
      const { comment: comment_id, content } = action;
      await reactions.createForIssueComment({ ...target, comment_id, content });
      return null;
    }
  }
}

async function addLabel(
  client: Client,
  target: { owner: string; repo: string },
  { issue, label, color, description, create }: Extract<Action, { type: "add-label" }>,
): Promise<void> {
  if (create)
    await ensureLabel(client, `${target.owner}/${target.repo}`, { name: label, color, description });
  await client.rest.issues.addLabels({ ...target, issue_number: issue, labels: [label] });
}
