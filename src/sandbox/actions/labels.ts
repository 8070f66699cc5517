import { announce } from "../announce.ts";
import { githubError, invalid } from "../errors.ts";
import type { Issue, Label, Repository } from "../model.ts";
import { issueShape } from "../shapes/issue.ts";
import { labelShape } from "../shapes/label.ts";
import { type Actor, findIssue, findLabel, issueKey, nextId, type State, timestamp } from "../state.ts";
import { addEvent } from "./events.ts";
import { mayWrite } from "./permission.ts";

/** The colour of labels that the add-labels call makes by itself. */
const silentColor = "ededed";
const mostLabels = 100;

export interface LabelInput {
  name?: string;
  color?: string;
  description?: string | null;
}

/** @throws 422 `already_exists` (names differ by more than case), `missing_field`, `invalid`, `custom`. */
export function createLabel(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  input: LabelInput,
): Label {
  mayWrite(state, repository, actor, "write");
  const name = checkName(input.name);
  if (findLabel(state, repository.id, name)) {
    throw invalid({ resource: "Label", code: "already_exists", field: "name" });
  }
  const label: Label = {
    id: nextId(state, "label"),
    repository: repository.id,
    name,
    color: checkColor(input.color ?? silentColor),
    description: checkDescription(input.description ?? null),
    isDefault: false,
  };
  state.labels.put(label.id, label);
  announce(state, {
    event: "label",
    action: "created",
    repository,
    actor,
    fields: { label: labelShape(state, repository, label) },
  });
  return label;
}

/** Changes name, colour or description; what is missing stays. Issues keep the label through a new name. */
export function editLabel(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  label: Label,
  input: LabelInput,
): Label {
  mayWrite(state, repository, actor, "write");
  const name = input.name === undefined ? label.name : checkName(input.name);
  const other = findLabel(state, repository.id, name);
  if (other && other.id !== label.id)
    throw invalid({ resource: "Label", code: "already_exists", field: "name" });
  const edited: Label = {
    ...label,
    name,
    color: input.color === undefined ? label.color : checkColor(input.color),
    description: input.description === undefined ? label.description : checkDescription(input.description),
  };
  state.labels.put(label.id, edited);
  const changes = {
    ...(edited.name === label.name ? {} : { name: { from: label.name } }),
    ...(edited.color === label.color ? {} : { color: { from: label.color } }),
    ...(edited.description === label.description ? {} : { description: { from: label.description ?? "" } }),
  };
  announce(state, {
    event: "label",
    action: "edited",
    repository,
    actor,
    fields: { label: labelShape(state, repository, edited), changes },
  });
  return edited;
}

/** Deletes a label from the repository and so from its issues. */
export function deleteLabel(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  label: Label,
): void {
  mayWrite(state, repository, actor, "write");
  for (const issue of state.issues.where(repository.id)) {
    if (!issue.labels.includes(label.id)) continue;
    state.issues.put(issueKey(issue), { ...issue, labels: issue.labels.filter((id) => id !== label.id) });
  }
  state.labels.delete(label.id);
  announce(state, {
    event: "label",
    action: "deleted",
    repository,
    actor,
    fields: { label: labelShape(state, repository, label) },
  });
}

/** Adds labels and, as GitHub does, silently creates those that the repository lacks. */
export function addLabels(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
  names: readonly string[],
): void {
  mayWrite(state, repository, actor, "triage");
  for (const name of names) {
    const label = findLabel(state, repository.id, checkName(name)) ?? createSilently(state, repository, name);
    const issue = findIssue(state, repository.id, number)!;
    if (issue.labels.includes(label.id)) continue;
    if (issue.labels.length >= mostLabels) throw githubError(422, "Validation Failed", ["Too many labels"]);
    relabel(state, actor, repository, issue, label, "labeled");
  }
}

/** @throws 404 when the issue does not carry the label. */
export function removeLabel(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  issue: Issue,
  name: string,
): void {
  mayWrite(state, repository, actor, "triage");
  const label = findLabel(state, repository.id, name);
  if (!label || !issue.labels.includes(label.id)) throw githubError(404, "Label does not exist");
  relabel(state, actor, repository, issue, label, "unlabeled");
}

/** Makes the issue carry exactly these labels; events are written only for the differences. */
export function setLabels(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
  names: readonly string[],
): void {
  mayWrite(state, repository, actor, "triage");
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const id of findIssue(state, repository.id, number)!.labels) {
    const label = state.labels.get(id);
    if (!label || wanted.has(label.name.toLowerCase())) continue;
    relabel(state, actor, repository, findIssue(state, repository.id, number)!, label, "unlabeled");
  }
  addLabels(state, actor, repository, number, names);
}

function relabel(
  state: State,
  actor: Actor,
  repository: Repository,
  issue: Issue,
  label: Label,
  event: "labeled" | "unlabeled",
): void {
  const rest = issue.labels.filter((id) => id !== label.id);
  const changed: Issue = {
    ...issue,
    labels: event === "labeled" ? [...rest, label.id] : rest,
    updatedAt: timestamp(state),
  };
  state.issues.put(issueKey(issue), changed);
  addEvent(state, actor, changed, { event, label: { name: label.name, color: label.color } });
  announce(state, {
    event: "issues",
    action: event,
    repository,
    actor,
    fields: { issue: issueShape(state, repository, changed), label: labelShape(state, repository, label) },
  });
}

function createSilently(state: State, repository: Repository, name: string): Label {
  const label: Label = {
    id: nextId(state, "label"),
    repository: repository.id,
    name: name.trim(),
    color: silentColor,
    description: null,
    isDefault: false,
  };
  state.labels.put(label.id, label);
  return label;
}

function checkName(name: string | undefined): string {
  const trimmed = name?.trim() ?? "";
  if (trimmed === "") throw invalid({ resource: "Label", code: "missing_field", field: "name" });
  if ([...trimmed].length > 50) {
    throw invalid({
      resource: "Label",
      code: "custom",
      field: "name",
      message: "name is too long (maximum is 50 characters)",
    });
  }
  return trimmed;
}

function checkColor(color: string): string {
  if (!/^[0-9a-f]{6}$/i.test(color)) throw invalid({ resource: "Label", code: "invalid", field: "color" });
  return color.toLowerCase();
}

function checkDescription(description: string | null): string | null {
  if (description !== null && [...description].length > 100) {
    const message = "description is too long (maximum is 100 characters)";
    throw invalid({ resource: "Label", code: "custom", field: "description", message });
  }
  return description === "" ? null : description;
}
