/** What the store's tables promise, run on both databases. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as caches from "../../src/store/caches.ts";
import * as slots from "../../src/store/comment-slots.ts";
import * as cursors from "../../src/store/cursors.ts";
import type { Database } from "../../src/store/database.ts";
import * as deliveries from "../../src/store/deliveries.ts";
import * as feedback from "../../src/store/feedback.ts";
import * as installations from "../../src/store/installations.ts";
import { createIntake, type Intake } from "../../src/store/intake.ts";
import * as kinds from "../../src/store/kinds.ts";
import * as occurrences from "../../src/store/occurrences.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import * as actions from "../../src/store/own-actions.ts";
import { prune } from "../../src/store/prune.ts";
import type { Job, Queue } from "../../src/store/queue.ts";
import * as replies from "../../src/store/replies.ts";
import { StoreError } from "../../src/store/store-error.ts";
import type { ScratchStore } from "./scratch.ts";

const repository = "acme/engine";
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 12, minutes));

function occurrence(changes: Partial<occurrences.Occurrence> = {}): occurrences.Occurrence {
  return {
    part: "body",
    lineNumber: 12,
    authorHash: "aa",
    errorClass: "ValueError",
    recordId: "rec-1",
    siteId: null,
    backgroundTag: "kv-layout-mismatch",
    maskedMessage: "bad shape <n>",
    fingerprint: "f1",
    frame: "sglang/srt/x.py load",
    leading: true,
    confidence: 0.875,
    release: "0.4.6",
    vendor: "nvidia",
    environment: { cuda: "12.4", gpus: ["H100"] },
    observedAt: at(0),
    ...changes,
  };
}

function indexed(issue: number, changes: Partial<occurrences.IndexedIssue> = {}): occurrences.IndexedIssue {
  return {
    repository,
    issue,
    title: `Issue ${issue}`,
    state: "open",
    authorHash: "aa",
    openedAt: at(issue),
    updatedAt: at(issue),
    closedAt: null,
    answeredAt: null,
    decision: "silent",
    silence: "no-entry",
    ...changes,
  };
}

export function storeContract(name: string, scratch: () => Promise<ScratchStore>): void {
  describe(`store on ${name}`, () => {
    let store: ScratchStore;
    let database: Database;

    beforeEach(async () => {
      store = await scratch();
      database = await store.open();
    });

    afterEach(async () => {
      await database.close();
      await store.remove();
    });

    test("opens again with what was written, and closes twice", async () => {
      await cursors.moveCursor(database.db, "sweep acme/engine", "2026-01-05T12:00:00Z", at(0));
      await database.close();
      await database.close();
      await expect(database.ping()).rejects.toThrow(StoreError);
      database = await store.open();
      await database.ping();
      expect(await cursors.readCursor(database.db, "sweep acme/engine")).toBe("2026-01-05T12:00:00Z");
    });

    test("transactions: all or nothing, the caller's error unchanged", async () => {
      const mine = new RangeError("mine");
      const failed = database.transaction(async (tx) => {
        await cursors.moveCursor(tx, "a", "1", at(0));
        throw mine;
      });
      await expect(failed).rejects.toBe(mine);
      expect(await cursors.readCursor(database.db, "a")).toBeNull();
    });

    test("cursors move and are dropped", async () => {
      const { db } = database;
      await cursors.moveCursor(db, "a", "1", at(0));
      await cursors.moveCursor(db, "a", "2", at(1));
      expect(await cursors.readCursor(db, "a")).toBe("2");
      await cursors.dropCursor(db, "a");
      expect(await cursors.readCursor(db, "a")).toBeNull();
    });

    test("a reply is posted, edited, hidden, replaced, forgotten", async () => {
      const { db } = database;
      const commentId = 3_123_456_789;
      const reply = { repository, issue: 1, commentId, recordIds: ["rec-1", "rec-2"], bodyHash: "h1" };
      expect(await replies.findReply(db, repository, 1)).toBeNull();
      await replies.saveReply(db, reply, at(0));
      const posted = { ...reply, postedAt: at(0), editedAt: null, hiddenAt: null };
      expect(await replies.findReply(db, repository, 1)).toEqual(posted);
      await replies.markReplyHidden(db, repository, 1, at(1));
      expect(await replies.findReply(db, repository, 1)).toEqual({ ...posted, hiddenAt: at(1) });
      await replies.saveReply(db, { ...reply, bodyHash: "h2" }, at(2));
      const edited = { ...posted, bodyHash: "h2", editedAt: at(2) };
      expect(await replies.findReply(db, repository, 1)).toEqual(edited);
      await replies.saveReply(db, { ...reply, commentId: 4 }, at(3));
      expect(await replies.findReply(db, repository, 1)).toEqual({
        ...posted,
        commentId: 4,
        postedAt: at(3),
      });
      await replies.saveReply(db, { ...reply, issue: 2, commentId: 5 }, at(1));
      const recent = await replies.recentReplies(db, { repository, postedSince: at(1), limit: 10 });
      expect(recent.map((one) => one.issue)).toEqual([1, 2]);
      expect(await replies.recentReplies(db, { repository, postedSince: at(1), limit: 1 })).toHaveLength(1);
      await replies.forgetReply(db, repository, 1);
      expect(await replies.findReply(db, repository, 1)).toBeNull();
    });

    test("indexing an issue twice gives the same as once", async () => {
      const { db } = database;
      const found = [occurrence(), occurrence({ part: "77", lineNumber: 3, observedAt: at(5) })];
      await occurrences.indexIssue(db, indexed(1), found);
      await database.transaction((tx) =>
        occurrences.indexIssue(tx, indexed(1, { title: "New title", state: "closed" }), found),
      );
      const window = { repository, from: at(0), to: at(6) };
      expect(await occurrences.occurrencesBetween(db, window)).toEqual(
        found.map((one) => ({ ...one, repository, issue: 1 })),
      );
      expect(await occurrences.occurrencesBetween(db, { ...window, to: at(5) })).toHaveLength(1);
      expect(await occurrences.occurrencesBetween(db, { ...window, repository: "other/one" })).toEqual([]);
      expect(await occurrences.findIssue(db, repository, 1)).toEqual(
        indexed(1, { title: "New title", state: "closed" }),
      );
      await occurrences.indexIssue(db, indexed(1), []);
      expect(await occurrences.occurrencesBetween(db, window)).toEqual([]);
    });

    test("similar issues: same record, and message or frame; of other people, newest first, each once", async () => {
      const { db } = database;
      const like = {
        repository,
        except: 1,
        exceptAuthor: "aa",
        recordId: "rec-1",
        maskedMessage: "bad shape <n>",
        frame: "sglang/srt/x.py load",
        limit: 5,
      };
      const other = { authorHash: "bb" };
      await occurrences.indexIssue(db, indexed(1), [occurrence()]);
      await occurrences.indexIssue(db, indexed(2), [occurrence()]);
      await occurrences.indexIssue(db, indexed(3, other), [
        occurrence(),
        occurrence({ part: "9", frame: null }),
      ]);
      await occurrences.indexIssue(db, indexed(4, other), [occurrence({ maskedMessage: "else" })]);
      await occurrences.indexIssue(db, indexed(5, other), [
        occurrence({ maskedMessage: "else", frame: "y" }),
      ]);
      await occurrences.indexIssue(db, indexed(6, other), [occurrence({ recordId: "rec-2" })]);
      await occurrences.indexIssue(db, indexed(7, { ...other, repository: "other/one" }), [occurrence()]);
      const similar = async (changes = {}) =>
        (await occurrences.similarIssues(db, { ...like, ...changes })).map(({ issue }) => issue);
      expect(await similar()).toEqual([4, 3]);
      expect(await similar({ limit: 1 })).toEqual([4]);
      expect(await similar({ frame: null })).toEqual([3]);
      expect(await similar({ exceptAuthor: "bb" })).toEqual([2]);
      expect(await similar({ recordId: "none" })).toEqual([]);
    });

    test("kinds, their first day and who reported them: leading errors alone, of one repository", async () => {
      const { db } = database;
      const unknown = { recordId: null, fingerprint: "f2", maskedMessage: "zebra", frame: null };
      const aside = occurrence({ recordId: null, fingerprint: "f3", leading: false });
      await occurrences.indexIssue(db, indexed(1), [occurrence(), occurrence({ part: "9" }), aside]);
      await occurrences.indexIssue(db, indexed(2), [occurrence({ observedAt: at(5), authorHash: "bb" })]);
      await occurrences.indexIssue(db, indexed(3), [occurrence({ ...unknown, observedAt: at(7) })]);
      await occurrences.indexIssue(db, indexed(3, { repository: "other/one" }), [occurrence(unknown)]);
      expect(new Set(await kinds.kindsSeen(db, repository, at(8)))).toEqual(
        new Set([
          { recordId: "rec-1", fingerprint: "f1", firstSeen: at(0) },
          { recordId: null, fingerprint: "f2", firstSeen: at(7) },
        ]),
      );
      expect(await kinds.kindsSeen(db, repository, at(7))).toHaveLength(1);
      const seen = await kinds.sightingsBetween(db, { repository, from: at(0), to: at(7) });
      expect(seen.map(({ issue, authorHash }) => [issue, authorHash]).sort()).toEqual([
        [1, "aa"],
        [2, "bb"],
      ]);
      expect(await kinds.unknownErrors(db, repository, ["f2", "none"])).toEqual([
        { fingerprint: "f2", errorClass: "ValueError", maskedMessage: "zebra", frame: null },
      ]);
      const leading = { repository, from: at(0), to: at(9), leading: true };
      expect(await occurrences.occurrencesBetween(db, leading)).toHaveLength(4);
    });

    test("issues by the day they were opened, by number, and those that wait for an answer", async () => {
      const { db } = database;
      const found = [occurrence()];
      await occurrences.indexIssue(db, indexed(1, { answeredAt: at(2) }), found);
      await occurrences.indexIssue(db, indexed(2, { state: "closed", closedAt: at(3) }), found);
      await occurrences.indexIssue(db, indexed(3, { decision: "reply", silence: null }), found);
      await occurrences.indexIssue(db, indexed(4), []);
      await occurrences.indexIssue(db, indexed(5), found);
      const numbers = (issues: occurrences.IndexedIssue[]) => issues.map(({ issue }) => issue);
      const opened = await occurrences.issuesOpenedBetween(db, { repository, from: at(2), to: at(4) });
      expect(opened).toEqual([
        indexed(2, { state: "closed", closedAt: at(3) }),
        indexed(3, { decision: "reply", silence: null }),
      ]);
      expect(numbers(await occurrences.findIssues(db, repository, [9, 5, 1])).sort()).toEqual([1, 5]);
      const waiting = { repository, openedBefore: at(5), limit: 2 };
      expect(numbers(await occurrences.longestUnanswered(db, waiting))).toEqual([3]);
      const more = await occurrences.longestUnanswered(db, { ...waiting, openedBefore: at(6) });
      expect(numbers(more)).toEqual([3, 5]);
    });

    test("who closed an issue is kept until it is open again", async () => {
      const { db } = database;
      const closedBy = async () => (await occurrences.similarIssues(db, like))[0]!.closedBy;
      const like = {
        repository,
        except: 2,
        exceptAuthor: "x",
        recordId: "rec-1",
        maskedMessage: "bad shape <n>",
        frame: null,
        limit: 1,
      };
      await occurrences.indexIssue(db, indexed(1, { state: "closed" }), [occurrence()]);
      expect(await closedBy()).toBeNull();
      await occurrences.saveCloser(db, repository, 1, "acme/engine#9");
      await occurrences.indexIssue(db, indexed(1, { state: "closed" }), [occurrence()]);
      expect(await closedBy()).toBe("acme/engine#9");
      await occurrences.indexIssue(db, indexed(1), [occurrence()]);
      expect(await closedBy()).toBeNull();
    });

    test("text that a database refuses is stored without what it refuses", async () => {
      const { db } = database;
      const hostile = "a\u0000b\ud800c '; drop table issues; --";
      const clean = "a\ufffdb\ufffdc '; drop table issues; --";
      await occurrences.indexIssue(db, indexed(1, { title: hostile }), [
        occurrence({
          maskedMessage: hostile,
          errorClass: hostile,
          fingerprint: hostile,
          environment: { x: hostile },
        }),
      ]);
      const [stored] = await occurrences.occurrencesBetween(db, { repository, from: at(0), to: at(1) });
      expect((await occurrences.findIssue(db, repository, 1))?.title).toBe(clean);
      expect(stored).toMatchObject({
        maskedMessage: clean,
        errorClass: clean,
        fingerprint: clean,
      });
    });

    test("thousands of occurrences in one issue", async () => {
      const many = Array.from({ length: 1500 }, (_, line) => occurrence({ lineNumber: line }));
      await occurrences.indexIssue(database.db, indexed(1), many);
      const read = await occurrences.occurrencesBetween(database.db, { repository, from: at(0), to: at(1) });
      expect(read).toHaveLength(1500);
    });

    test("old occurrences are pruned, and issues that have none left", async () => {
      const { db } = database;
      await occurrences.indexIssue(db, indexed(1), [occurrence({ observedAt: at(0) })]);
      await occurrences.indexIssue(db, indexed(2), [
        occurrence({ observedAt: at(0) }),
        occurrence({ observedAt: at(9) }),
      ]);
      expect(await occurrences.pruneOccurrences(db, at(5))).toBe(2);
      expect(await occurrences.findIssue(db, repository, 1)).toBeNull();
      expect(await occurrences.findIssue(db, repository, 2)).not.toBeNull();
    });

    test("each kind is kept as long as it is asked for", async () => {
      const { db } = database;
      const day = 24 * 60;
      const ages = [1, 10, 100, 1000];
      const queue = await openQueue(database);
      const intake = createIntake(database, queue);
      for (const age of ages) {
        const then = at(-age * day);
        const delivery = { deliveryId: `d${age}`, event: "issues", action: null, repository, issue: age };
        await intake.recordDelivery({ ...delivery, receivedAt: then }, null);
        await occurrences.indexIssue(db, { ...indexed(age), updatedAt: then }, [
          occurrence({ observedAt: then }),
        ]);
        await feedback.saveFeedback(db, {
          repository,
          issue: age,
          commentId: age,
          authorHash: "aa",
          source: "command",
          verdict: "wrong",
          recordId: null,
          reason: null,
          givenAt: then,
        });
      }
      await queue.stop({ drainSeconds: 0 });
      const pruned = await prune(database, { deliveries: 5, occurrences: 50, feedback: 500 }, at(0));
      expect(pruned).toMatchObject({ deliveries: 3, occurrences: 2, feedback: 1 });
      const count = async (table: "deliveries" | "occurrences" | "issues" | "feedback") =>
        (await db.selectFrom(table).selectAll().execute()).length;
      expect([await count("deliveries"), await count("occurrences"), await count("issues")]).toEqual([
        1, 2, 2,
      ]);
      expect(await count("feedback")).toBe(3);
    });

    test("more old deliveries than go in one statement are all forgotten", async () => {
      const { db } = database;
      const rows = Array.from({ length: 4_500 }, (_, i) => ({
        deliveryId: `old${i}`,
        event: "issues",
        action: null,
        repository,
        issue: 1,
        receivedAt: at(0),
      }));
      for (let from = 0; from < rows.length; from += 500)
        await deliveries.insertDeliveries(db, rows.slice(from, from + 500));
      await deliveries.insertDeliveries(db, [{ ...rows[0]!, deliveryId: "new", receivedAt: at(9) }]);
      expect(await deliveries.pruneDeliveries(db, at(5))).toBe(4_500);
      expect(await db.selectFrom("deliveries").select("delivery_id").execute()).toHaveLength(1);
    });

    test("an author's hash is stable within a repository and says nothing across", () => {
      expect(occurrences.authorHash(repository, "Someone")).toBe(
        occurrences.authorHash(repository, "someone"),
      );
      expect(occurrences.authorHash(repository, "a")).not.toBe(occurrences.authorHash("other/one", "a"));
      expect(occurrences.authorHash(repository, "a")).toMatch(/^[0-9a-f]{16}$/);
    });

    test("our hides and handled commands", async () => {
      const { db } = database;
      await actions.recordHide(db, { repository, issue: 1, commentId: 5 }, at(0));
      await actions.recordHide(db, { repository, issue: 1, commentId: 5 }, at(1));
      expect(await actions.isOwnHide(db, repository, 5)).toBe(true);
      expect(await actions.isOwnHide(db, repository, 6)).toBe(false);
      await actions.forgetHide(db, repository, 5);
      expect(await actions.isOwnHide(db, repository, 5)).toBe(false);

      const command = { repository, issue: 1, commentId: 8, command: "help", effect: "{}" };
      expect(await actions.claimCommand(db, command, at(0))).toBe(true);
      expect(await actions.claimCommand(db, command, at(1))).toBe(false);
      expect(await actions.handledCommands(db, repository, 1)).toEqual(new Map([[8, "{}"]]));
      expect(await actions.handledCommands(db, repository, 2)).toEqual(new Map());
    });

    test("slots of a day: no more than asked for, one an issue, the next day anew", async () => {
      const { db } = database;
      const take = (issue: number, minutes = 0) =>
        slots.takeSlot(db, { repository, issue, most: 2 }, at(minutes));
      expect(await Promise.all([1, 2, 3].map((issue) => take(issue)))).toHaveLength(3);
      expect(await slots.slotsTaken(db, repository, at(0))).toBe(2);
      expect(await take(1)).toBe(true);
      expect(await take(4)).toBe(false);
      expect(await take(4, 24 * 60)).toBe(true);
      expect(await slots.takeSlot(db, { repository: "other/one", issue: 4, most: 2 }, at(0))).toBe(true);
      expect(await slots.pruneSlots(db, at(24 * 60))).toBe(3);
    });

    test("feedback: one verdict a person and way, counted by record", async () => {
      const { db } = database;
      const given: feedback.Feedback = {
        repository,
        issue: 1,
        commentId: 5,
        authorHash: "aa",
        source: "reaction",
        verdict: "right",
        recordId: "rec-1",
        reason: null,
        givenAt: at(0),
      };
      await feedback.saveFeedback(db, given);
      await feedback.saveFeedback(db, { ...given, verdict: "wrong", givenAt: at(1) });
      await feedback.saveFeedback(db, { ...given, authorHash: "bb", givenAt: at(2) });
      await feedback.saveFeedback(db, { ...given, authorHash: "cc", recordId: null, givenAt: at(9) });
      expect(await feedback.feedbackBetween(db, { repository, from: at(0), to: at(5) })).toEqual([
        { ...given, verdict: "wrong", givenAt: at(1) },
        { ...given, authorHash: "bb", givenAt: at(2) },
      ]);
      expect(await feedback.verdictsByRecord(db, repository)).toEqual(
        new Map([["rec-1", { right: 1, wrong: 1 }]]),
      );
      await feedback.replaceReactions(db, given, [{ ...given, verdict: "wrong", givenAt: at(1) }]);
      expect(await feedback.verdictsByRecord(db, repository)).toEqual(
        new Map([["rec-1", { right: 0, wrong: 1 }]]),
      );
    });

    test("caches of settings and source", async () => {
      const { db } = database;
      expect(await caches.readCachedSettings(db, repository)).toBeNull();
      await caches.cacheSettings(db, repository, {
        etag: "e1",
        content: "dryRun: false\n",
        fetchedAt: at(0),
      });
      await caches.cacheSettings(db, repository, { etag: null, content: null, fetchedAt: at(1) });
      expect(await caches.readCachedSettings(db, repository)).toEqual({
        etag: null,
        content: null,
        fetchedAt: at(1),
      });
      await caches.dropCachedSettings(db, repository);
      expect(await caches.readCachedSettings(db, repository)).toBeNull();

      const file = { project: "acme/engine", revision: "abc", path: "python/x.py" };
      expect(await caches.readCachedSource(db, file)).toBeNull();
      await caches.cacheSource(db, file, null, at(0));
      expect(await caches.readCachedSource(db, file)).toEqual({ content: null, fetchedAt: at(0) });
      await caches.cacheSource(db, file, "raise\u0000", at(1));
      expect(await caches.readCachedSource(db, file)).toEqual({ content: "raise\ufffd", fetchedAt: at(1) });
      expect(await caches.pruneSources(db, at(2))).toBe(1);
    });

    describe("installations", () => {
      const installation = 5_000_000_001;
      const fill = async (name: string) => {
        const { db } = database;
        await occurrences.indexIssue(db, indexed(1, { repository: name }), [occurrence()]);
        await replies.saveReply(
          db,
          { repository: name, issue: 1, commentId: 5, recordIds: [], bodyHash: "h" },
          at(0),
        );
        await slots.takeSlot(db, { repository: name, issue: 1, most: 5 }, at(0));
        await actions.claimCommand(
          db,
          { repository: name, issue: 1, commentId: 8, command: "x", effect: "" },
          at(0),
        );
        await caches.cacheSettings(db, name, { etag: null, content: "x", fetchedAt: at(0) });
      };

      test("are known, suspended, active again", async () => {
        const { db } = database;
        expect(await installations.installationOf(db, repository)).toBeNull();
        await installations.saveRepository(db, { repository, repositoryId: 1, installation }, at(0));
        expect(await installations.installationOf(db, repository)).toEqual({ installation, state: "active" });
        await installations.saveInstallation(
          db,
          { installation, account: "acme", state: "suspended" },
          at(1),
        );
        expect(await installations.installationOf(db, repository)).toEqual({
          installation,
          state: "suspended",
        });
        expect(await installations.activeRepositories(db)).toEqual([]);
        await installations.saveInstallation(db, { installation, account: "acme", state: "active" }, at(2));
        expect(await installations.activeRepositories(db)).toEqual([
          { repository, repositoryId: 1, installation },
        ]);
      });

      test("a deleted one leaves nothing of its repositories, and others alone", async () => {
        const { db } = database;
        await installations.saveInstallation(db, { installation, account: "acme", state: "active" }, at(0));
        await installations.saveRepository(db, { repository, repositoryId: 1, installation }, at(0));
        await installations.saveRepository(
          db,
          { repository: "other/one", repositoryId: 2, installation: 7 },
          at(0),
        );
        await fill(repository);
        await fill("other/one");
        expect(await installations.forgetInstallation(db, installation)).toEqual([repository]);
        expect(await occurrences.findIssue(db, repository, 1)).toBeNull();
        expect(await replies.findReply(db, repository, 1)).toBeNull();
        expect(await slots.slotsTaken(db, repository, at(0))).toBe(0);
        expect(await caches.readCachedSettings(db, repository)).toBeNull();
        expect(await replies.findReply(db, "other/one", 1)).not.toBeNull();
        expect(await installations.activeRepositories(db)).toHaveLength(1);
      });

      test("a rename moves the data; what is known under the new name wins", async () => {
        const { db } = database;
        const renamed = "acme/motor";
        await installations.saveRepository(db, { repository, repositoryId: 1, installation }, at(0));
        await fill(repository);
        await slots.takeSlot(db, { repository: renamed, issue: 1, most: 5 }, at(3));
        await slots.takeSlot(db, { repository, issue: 2, most: 5 }, at(0));
        await replies.saveReply(
          db,
          { repository: renamed, issue: 1, commentId: 50, recordIds: [], bodyHash: "new" },
          at(3),
        );
        await installations.saveRepository(db, { repository: renamed, repositoryId: 1, installation }, at(4));
        expect(await installations.repositoriesOf(db, installation)).toEqual([
          { repository: renamed, repositoryId: 1, installation },
        ]);
        expect(await replies.findReply(db, renamed, 1)).toMatchObject({ commentId: 50 });
        expect(await replies.findReply(db, repository, 1)).toBeNull();
        expect(await slots.slotsTaken(db, renamed, at(0))).toBe(2);
        expect(await occurrences.findIssue(db, renamed, 1)).toMatchObject({ title: "Issue 1" });
        expect(await actions.handledCommands(db, renamed, 1)).toEqual(new Map([[8, ""]]));
      });

      test("an issue that is gone leaves nothing", async () => {
        const { db } = database;
        await fill(repository);
        await occurrences.forgetIssue(db, repository, 1);
        expect(await replies.findReply(db, repository, 1)).toBeNull();
        expect(await occurrences.occurrencesBetween(db, { repository, from: at(0), to: at(9) })).toEqual([]);
        expect(await caches.readCachedSettings(db, repository)).not.toBeNull();
      });
    });

    describe("intake", () => {
      let queue: Queue;
      let intake: Intake;
      const job = (issue: number): Job => ({ kind: "reconcile", repository, issue });
      const delivery = (
        deliveryId: string,
        changes: Partial<deliveries.Delivery> = {},
      ): deliveries.Delivery => ({
        deliveryId,
        event: "issues",
        action: "opened",
        repository,
        issue: 1,
        receivedAt: at(0),
        ...changes,
      });
      const stored = async () =>
        (await database.db.selectFrom("deliveries").select("delivery_id").execute()).length;

      beforeEach(async () => {
        queue = await openQueue(database);
        intake = createIntake(database, queue);
      });
      afterEach(() => queue.stop({ drainSeconds: 0 }));

      test("records a delivery with its job, once", async () => {
        expect(await intake.recordDelivery(delivery("d1"), job(1))).toBe("new");
        expect(await intake.recordDelivery(delivery("d1"), job(1))).toBe("seen");
        expect(await intake.recordDelivery(delivery("d2"), job(1))).toBe("new");
        expect(await intake.recordDelivery(delivery("d3", { event: "ping", issue: null }), null)).toBe("new");
        expect(await stored()).toBe(3);
        expect((await queue.depth()).waiting).toBe(1);
      });

      test("a delivery seen before adds no job", async () => {
        await intake.recordDelivery(delivery("d1"), null);
        await intake.recordDelivery(delivery("d1"), job(1));
        expect((await queue.depth()).waiting).toBe(0);
      });

      test("hundreds at once share transactions; doubles among them count once", async () => {
        let transactions = 0;
        const counted: Database = {
          ...database,
          transaction: (work) => {
            transactions++;
            return database.transaction(work);
          },
        };
        intake = createIntake(counted, queue);
        const outcomes = await Promise.all(
          Array.from({ length: 700 }, (_, index) =>
            intake.recordDelivery(delivery(`d${index % 500}`), job((index % 50) + 1)),
          ),
        );
        expect(outcomes.filter((outcome) => outcome === "new")).toHaveLength(500);
        expect(await stored()).toBe(500);
        expect((await queue.depth()).waiting).toBe(50);
        expect(transactions).toBeLessThanOrEqual(8);
        expect(intake.waiting()).toBe(0);
      });

      test("a transaction that fails rejects all of its deliveries and keeps none; the next works", async () => {
        let fail = true;
        const broken: Queue = {
          ...queue,
          async enqueue(jobs, options) {
            await queue.enqueue(jobs, options);
            if (fail) throw new Error("no more");
          },
        };
        intake = createIntake(database, broken);
        const outcomes = await Promise.allSettled(
          [1, 2, 3].map((n) => intake.recordDelivery(delivery(`d${n}`), job(n))),
        );
        expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
        expect(outcomes[0]).toMatchObject({ reason: expect.any(StoreError) });
        expect(await stored()).toBe(0);
        expect((await queue.depth()).waiting).toBe(0);
        fail = false;
        expect(await intake.recordDelivery(delivery("d1"), job(1))).toBe("new");
      });

      test("a closed store rejects, and loses nothing that was accepted", async () => {
        await intake.recordDelivery(delivery("d1"), job(1));
        await database.close();
        await expect(intake.recordDelivery(delivery("d2"), job(2))).rejects.toThrow(StoreError);
        database = await store.open();
        expect(await stored()).toBe(1);
      });

      test.each<[string, Partial<deliveries.Delivery>]>([
        ["empty id", { deliveryId: "" }],
        ["long id", { deliveryId: "x".repeat(300) }],
        ["id with NUL", { deliveryId: "a\u0000" }],
        ["event with a space", { event: "a b" }],
        ["repository without owner", { repository: "engine" }],
        ["repository with NUL", { repository: "a/\u0000" }],
        ["issue 0", { issue: 0 }],
        ["issue 1.5", { issue: 1.5 }],
        ["issue beyond whole numbers", { issue: 2 ** 60 }],
        ["no time", { receivedAt: new Date(Number.NaN) }],
        ["missing id", { deliveryId: undefined as never }],
      ])("%s is refused alone", async (_name, changes) => {
        const [bad, good] = await Promise.allSettled([
          intake.recordDelivery(delivery("bad", changes), job(1)),
          intake.recordDelivery(delivery("good"), job(1)),
        ]);
        expect(bad).toMatchObject({ status: "rejected", reason: { code: "bad-input" } });
        expect(good).toEqual({ status: "fulfilled", value: "new" });
      });

      test("notes the installation of a repository, and a later one", async () => {
        const { db } = database;
        const seen = (id: string, installation: number | null, repositoryId?: number) =>
          intake.recordDelivery(delivery(id, { installation, ...(repositoryId && { repositoryId }) }), null);
        await Promise.all([seen("d1", 7), seen("d2", 7, 99), seen("d3", null)]);
        expect(await installations.repositoriesOf(db, 7)).toEqual([
          { repository, repositoryId: 99, installation: 7 },
        ]);
        await seen("d4", 8);
        expect(await installations.installationOf(db, repository)).toEqual({
          installation: 8,
          state: "active",
        });
        expect(await installations.repositoriesOf(db, 8)).toEqual([
          { repository, repositoryId: 99, installation: 8 },
        ]);
      });

      test("what a reconcile covers is marked handled, later deliveries are not", async () => {
        const { db } = database;
        await intake.recordDelivery(delivery("d1", { receivedAt: at(0) }), job(1));
        await intake.recordDelivery(delivery("d2", { receivedAt: at(5) }), job(1));
        await intake.recordDelivery(delivery("d3", { issue: 2 }), job(2));
        const waits = await deliveries.markHandled(db, { repository, issue: 1, readAt: at(3) }, at(4));
        expect(waits).toEqual([240]);
        expect(await deliveries.countUnhandled(db)).toBe(2);
        expect(await deliveries.pruneDeliveries(db, at(1))).toBe(2);
        expect(await stored()).toBe(1);
      });
    });
  });
}
