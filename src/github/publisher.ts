/** The one place that writes to GitHub. */
import type { Action } from "./actions.ts";
import type { Client } from "./client.ts";
import { ensureLabel } from "./labels.ts";
import { splitRepository } from "./read-thread.ts";

/** What became of an action. */
export interface Published {
  action: Action;
  /** False in a dry run and for `skip`. */
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
      return { action, written: true, comment: await perform(client, { owner, repo }, action) };
    },
  };
}

async function perform(
  client: Client,
  target: { owner: string; repo: string },
  action: Exclude<Action, { type: "skip" }>,
): Promise<number | null> {
  const { issues } = client.rest;
  switch (action.type) {
    case "create-comment": {
      const { data } = await issues.createComment({
        ...target,
        issue_number: action.issue,
        body: action.body,
        ...ONCE,
      });
      return data.id;
    }
    case "edit-comment":
      await issues.updateComment({ ...target, comment_id: action.comment, body: action.body });
      return action.comment;
    case "add-label":
      await ensureLabel(client, `${target.owner}/${target.repo}`, {
        name: action.label,
        color: action.color,
        description: action.description,
      });
      await issues.addLabels({ ...target, issue_number: action.issue, labels: [action.label] });
      return null;
    case "remove-label":
      await removeLabel(client, { ...target, issue_number: action.issue, name: action.label });
      return null;
  }
}

async function removeLabel(
  client: Client,
  target: { owner: string; repo: string; issue_number: number; name: string },
): Promise<void> {
  try {
    await client.rest.issues.removeLabel(target);
  } catch (error) {
    // Somebody else took it off in between: it is as it should be.
    if ((error as { status?: number }).status !== 404) throw error;
  }
}
