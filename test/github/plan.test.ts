import { describe, expect, test } from "vitest";
import { DEFAULT_POLICY, decide } from "../../src/decide.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import { NO_ORDERS, type Orders } from "../../src/github/orders.ts";
import { type PlanInput, plan } from "../../src/github/plan.ts";
import { DEFAULT_SETTINGS } from "../../src/github/settings.ts";
import { parseSettings } from "../../src/github/settings-layers.ts";
import type { Thread } from "../../src/github/thread.ts";
import { matchError } from "../../src/match/match-error.ts";
import { writeMarker } from "../../src/reply/marker.ts";
import { catalogOf, environment, error } from "../match/builders.ts";
import { APP, comment, labelEvent, ownComment, thread } from "./builders.ts";

const catalog = catalogOf({ teeth: {} });
const TAGS = new Map([...catalog.tags, ["second", catalog.tags.get("other")!]]);
const LABEL = "error/other";
const REPLY = `${writeMarker(["0000000000000000"])}\nThe answer.`;

function diagnosisOf(message: string): Diagnosis {
  const found = error({ message });
  const errors = [{ error: found, matches: matchError(found, environment(), catalog) }];
  return decide({ errors, environment: environment(), hasText: true, title: "" }, DEFAULT_POLICY);
}
const known = diagnosisOf("The frobnicator has 3 teeth but 4 are needed");
const unknown = diagnosisOf("something else");

/** What plan makes of a thread; a diagnosis other than the known one comes with its orders. */
function planned(
  changes: Partial<Thread>,
  {
    diagnosis = known,
    orders = NO_ORDERS,
    rejected = false,
    ...more
  }: Partial<PlanInput> & { diagnosis?: Diagnosis; orders?: Orders; rejected?: boolean } = {},
) {
  return plan({
    thread: thread(changes),
    understanding: { diagnosis, orders, handled: [], rejected },
    complete: true,
    reply: REPLY,
    memory: { reply: null, ownHide: false },
    capReached: false,
    settings: DEFAULT_SETTINGS,
    ourselves: APP,
    tags: TAGS,
    now: NOW,
    ...more,
  });
}
const NOW = new Date("2026-11-30T12:00:00Z");
const wrote = (hiddenAt: Date | null = null): PlanInput["memory"]["reply"] => ({ commentId: 5, hiddenAt });

const CREATE = { type: "create-comment", issue: 12, body: REPLY };
const ADD = {
  type: "add-label",
  issue: 12,
  label: LABEL,
  color: "cccccc",
  description: "A tag of the tests.",
  create: true,
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

  const HIDE = { type: "hide-comment", comment: 5, nodeId: "IC_5", reason: "RESOLVED" };
  const SHOW = { type: "show-comment", comment: 5, nodeId: "IC_5" };
  const EDIT = { type: "edit-comment", comment: 5, body: REPLY };
  const OLD = `${writeMarker([])}\nOld.`;

  test.each<[string, string, boolean, Partial<PlanInput["memory"]>, boolean, unknown[]]>([
    ["hides its answer", REPLY, false, { reply: wrote() }, false, [HIDE]],
    ["hides it when the store was lost", REPLY, false, {}, false, [HIDE]],
    [
      "hides it again when the first time broke off",
      REPLY,
      false,
      { reply: wrote(), ownHide: true },
      false,
      [HIDE],
    ],
    ["leaves it hidden", REPLY, true, { reply: wrote(NOW), ownHide: true }, false, []],
    ["leaves it shown when a person shows it again", REPLY, false, { reply: wrote(NOW) }, false, []],
    ["and back: shows the same answer", REPLY, true, { reply: wrote(NOW), ownHide: true }, true, [SHOW]],
    ["and back: edits what differs", OLD, true, { reply: wrote(NOW), ownHide: true }, true, [EDIT, SHOW]],
    ["and back: not what a person hid", OLD, true, { reply: wrote() }, true, []],
    ["and back: not what a person hid after us", OLD, true, { reply: wrote(NOW) }, true, []],
  ])("%s", (_, body, hidden, memory, back, actions) => {
    const done = planned(
      { comments: [ownComment(5, body, { hidden })], labels: back ? [LABEL] : [] },
      { ...(back ? {} : quiet), memory: { reply: null, ownHide: false, ...memory } },
    );
    expect(done.filter(({ type }) => type !== "skip")).toEqual(actions);
  });
});

describe("an answer that a person took away", () => {
  test("is never written again", () => {
    expect(planned({ labels: [LABEL] }, { memory: { reply: wrote(), ownHide: false } })).toEqual([
      { type: "skip", reason: "a person deleted the comment" },
    ]);
  });

  test("not even by a command", () => {
    const orders = { ...NO_ORDERS, asked: true, explain: true };
    expect(planned({ labels: [LABEL] }, { orders, memory: { reply: wrote(), ownHide: false } })).toEqual([
      { type: "skip", reason: "a person deleted the comment" },
    ]);
  });
});

describe("an old issue", () => {
  const old = { createdAt: "2026-11-15T00:00:00Z" };

  test.each<[string, Partial<Thread>, Parameters<typeof planned>[1], string[]]>([
    ["is left alone", old, {}, ["skip"]],
    [
      "is answered when a command asks",
      old,
      { orders: { ...NO_ORDERS, asked: true } },
      ["create-comment", "add-label"],
    ],
    [
      "is answered within a longer age",
      old,
      { settings: parseSettings("comments: { maxAgeDays: 20 }") },
      ["create-comment", "add-label"],
    ],
    [
      "keeps its answer up to date",
      { ...old, comments: [ownComment(5, `${writeMarker([])}\nOld.`)] },
      {},
      ["edit-comment", "add-label"],
    ],
    [
      "loses a label of ours that is wrong now",
      { ...old, labels: ["error/other"], labelEvents: [labelEvent("labeled", "error/other", APP.login)] },
      { diagnosis: unknown, reply: null },
      ["remove-label", "skip"],
    ],
  ])("%s", (_, changes, more, types) => {
    expect(planned(changes, more).map(({ type }) => type)).toEqual(types);
  });
});

test("beyond the day's most comments none is written, the label is", () => {
  expect(planned({}, { capReached: true })).toEqual([
    { type: "skip", reason: "the day's most comments are written" },
    ADD,
  ]);
});

describe("orders", () => {
  const shown = {
    comments: [ownComment(5, REPLY)],
    labels: [LABEL],
    labelEvents: [labelEvent("labeled", LABEL, APP.login)],
  };

  test("silence hides the answer and leaves the label", () => {
    expect(planned(shown, { orders: { ...NO_ORDERS, silenced: true } })).toEqual([
      { type: "hide-comment", comment: 5, nodeId: "IC_5", reason: "OUTDATED" },
    ]);
    expect(planned({}, { orders: { ...NO_ORDERS, silenced: true } }).map(({ type }) => type)).toEqual([
      "skip",
    ]);
  });

  test("wrong hides the answer and takes the label", () => {
    const more = { diagnosis: unknown, reply: null, rejected: true };
    expect(planned(shown, more)).toEqual([
      { type: "hide-comment", comment: 5, nodeId: "IC_5", reason: "OFF_TOPIC" },
      { type: "remove-label", issue: 12, label: LABEL },
    ]);
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
      "error/second",
      [labelEvent("labeled", "error/second", APP.login)],
      true,
    ],
    ["a person's stays", "error/second", [labelEvent("labeled", "error/second", "maintainer")], false],
    [
      "one put back by a person stays",
      "error/second",
      [labelEvent("labeled", "error/second", APP.login), labelEvent("labeled", "error/second", "maintainer")],
      false,
    ],
    ["a label that is none of the bot's stays", "old", [labelEvent("labeled", "old", APP.login)], false],
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
