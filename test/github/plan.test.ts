import { describe, expect, test } from "vitest";
import { DEFAULT_POLICY, decide } from "../../src/decide.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import { type PlanInput, plan } from "../../src/github/plan.ts";
import { DEFAULT_SETTINGS, parseSettings } from "../../src/github/settings.ts";
import type { Thread } from "../../src/github/thread.ts";
import { matchError } from "../../src/match/match-error.ts";
import { writeMarker } from "../../src/reply/marker.ts";
import { catalogOf, environment, error } from "../match/builders.ts";
import { APP, comment, labelEvent, ownComment, thread } from "./builders.ts";

const catalog = catalogOf({ teeth: {} });
const LABEL = "error/other";
const REPLY = `${writeMarker(["0000000000000000"])}\nThe answer.`;

function diagnosisOf(message: string): Diagnosis {
  const found = error({ message });
  const errors = [{ error: found, matches: matchError(found, environment(), catalog) }];
  return decide({ errors, environment: environment(), hasText: true, title: "" }, DEFAULT_POLICY);
}
const known = diagnosisOf("The frobnicator has 3 teeth but 4 are needed");
const unknown = diagnosisOf("something else");

function planned(changes: Partial<Thread>, more: Partial<PlanInput> = {}) {
  return plan({
    thread: thread(changes),
    diagnosis: known,
    complete: true,
    reply: REPLY,
    settings: DEFAULT_SETTINGS,
    ourselves: APP,
    tags: catalog.tags,
    ...more,
  });
}

const CREATE = { type: "create-comment", issue: 12, body: REPLY };
const ADD = {
  type: "add-label",
  issue: 12,
  label: LABEL,
  color: "cccccc",
  description: "A tag of the tests.",
};

describe("a new issue", () => {
  test("with a known error gets comment and label", () => {
    expect(planned({})).toEqual([CREATE, ADD]);
  });

  test("with an unknown error is left alone, with the reason", () => {
    expect(planned({}, { diagnosis: unknown, reply: null })).toEqual([
      { type: "skip", reason: "no entry for the errors of the report" },
    ]);
  });
});

describe("an issue we know", () => {
  test.each([
    ["an equal comment is left alone", [ownComment(5, REPLY)], []],
    ["white space and line ends do not differ", [ownComment(5, `${REPLY.replaceAll("\n", "\r\n")}\n`)], []],
    [
      "another text is edited in place",
      [ownComment(5, `${writeMarker([])}\nOld.`)],
      [{ type: "edit-comment", comment: 5, body: REPLY }],
    ],
    ["a person's copy of our marker is none of ours", [comment(4, REPLY)], [CREATE]],
    ["another app's copy is none of ours", [comment(4, REPLY, { appId: 8 })], [CREATE]],
    ["our own comment without a marker is not the reply", [ownComment(5, "Digest.")], [CREATE]],
  ])("%s", (_, comments, actions) => {
    const written = planned({ comments, labels: [LABEL] }).filter(({ type }) => type !== "skip");
    expect(written).toEqual(actions);
  });
});

describe("a report that no longer shows the error", () => {
  const quiet = { diagnosis: unknown, reply: null };

  test("keeps its answer while an attachment cannot be read", () => {
    const [action] = planned(
      { comments: [ownComment(5, REPLY)], body: "" },
      { diagnosis: unknown, reply: null, complete: false },
    );
    expect(action).toEqual({ type: "skip", reason: "an attachment could not be read: the comment stays" });
  });

  test("has its answer withdrawn in place, once", () => {
    const [edit] = planned({ comments: [ownComment(5, REPLY)] }, quiet);
    expect(edit).toMatchObject({
      type: "edit-comment",
      comment: 5,
      body: expect.stringContaining("withdrawn"),
    });
    const again = planned({ comments: [ownComment(5, (edit as { body: string }).body)] }, quiet);
    expect(again).toEqual([{ type: "skip", reason: "the comment is already right" }]);
  });

  test("and given again in the same comment when it is back", () => {
    const [edit] = planned({ comments: [ownComment(5, `${writeMarker([])}\nwithdrawn`)], labels: [LABEL] });
    expect(edit).toEqual({ type: "edit-comment", comment: 5, body: REPLY });
  });
});

describe("labels", () => {
  const ours = labelEvent("labeled", LABEL, APP.login);

  test.each([
    ["never again after a person removed it", [ours, labelEvent("unlabeled", LABEL, "maintainer")], []],
    ["again after a bot removed it", [ours, labelEvent("unlabeled", LABEL, "github-actions[bot]")], [ADD]],
    ["another label's removal does not matter", [labelEvent("unlabeled", "bug", "maintainer")], [ADD]],
  ])("%s", (_, labelEvents, actions) => {
    const labels = planned({ labelEvents }).filter(({ type }) => type === "add-label");
    expect(labels).toEqual(actions);
  });

  test.each([
    [
      "ours goes when the diagnosis no longer has it",
      "error/old",
      [labelEvent("labeled", "error/old", APP.login)],
      true,
    ],
    ["a person's stays", "error/old", [labelEvent("labeled", "error/old", "maintainer")], false],
    [
      "one put back by a person stays",
      "error/old",
      [labelEvent("labeled", "error/old", APP.login), labelEvent("labeled", "error/old", "maintainer")],
      false,
    ],
    ["a label without our prefix stays", "old", [labelEvent("labeled", "old", APP.login)], false],
  ])("%s", (_, label, labelEvents, removed) => {
    const actions = planned({ labels: [label], labelEvents });
    expect(actions.some(({ type }) => type === "remove-label")).toBe(removed);
  });

  test("none at all where settings say so", () => {
    expect(planned({}, { settings: parseSettings("labels: { enabled: false }") })).toEqual([CREATE]);
  });
});

describe("threads the bot keeps away from", () => {
  test.each<[string, Partial<Thread>, string]>([
    ["pull requests", { isPullRequest: true }, "pull request"],
    ["locked issues", { locked: true }, "locked"],
    ["its digest", { labels: ["error-digest"] }, "digest issue"],
    ["issues by bots", { author: { login: "renovate[bot]", isBot: true } }, "author is a bot"],
    ["ignored numbers", { number: 21065 }, "issue ignored by settings"],
    ["ignored authors", { author: { login: "ci-runner", isBot: false } }, "author ignored by settings"],
    ["ignored labels", { labels: ["wip"] }, "label ignored by settings"],
  ])("%s", (_, changes, reason) => {
    const settings = parseSettings("ignore: { issues: [21065], authors: [ci-runner], labels: [wip] }");
    expect(planned(changes, { settings })).toEqual([{ type: "skip", reason }]);
  });

  test("every one when it is switched off", () => {
    expect(planned({}, { settings: parseSettings("enabled: false") })).toEqual([
      { type: "skip", reason: "switched off by settings" },
    ]);
  });
});
