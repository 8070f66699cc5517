/** The sandbox's records. They are immutable: a change puts a new one. Times are GitHub's: ISO 8601, whole seconds. */

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Bot" | "Organization";
}

/** GitHub's five roles; a login without one may read a public repository and open issues there. */
export type Role = "admin" | "maintain" | "write" | "triage" | "read";

export interface Repository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly private: boolean;
  readonly archived: boolean;
  readonly defaultBranch: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Collaborator {
  readonly repository: number;
  readonly login: string;
  readonly role: Role;
}

export interface StoredFile {
  readonly repository: number;
  readonly path: string;
  readonly base64: string;
}

/** A file dropped into GitHub's editor; a comment links to it. */
export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export type StateReason = "completed" | "not_planned" | "duplicate" | "reopened";
export type LockReason = "off-topic" | "too heated" | "resolved" | "spam";

export interface Issue {
  readonly id: number;
  readonly repository: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly author: string;
  readonly viaApp: boolean;
  readonly state: "open" | "closed";
  readonly stateReason: StateReason | null;
  readonly locked: boolean;
  readonly lockReason: LockReason | null;
  /** Ids of labels, in the order they were added. */
  readonly labels: readonly number[];
  readonly isPullRequest: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  /** A deleted issue leaves its number behind and answers 410. */
  readonly deleted: boolean;
}

/** GitHub's classifiers of hidden comments, as GraphQL spells them. */
export type Classifier = "ABUSE" | "DUPLICATE" | "OFF_TOPIC" | "OUTDATED" | "RESOLVED" | "SPAM";

export interface Comment {
  readonly id: number;
  readonly repository: number;
  readonly issueNumber: number;
  readonly body: string;
  readonly author: string;
  readonly viaApp: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly minimized: Classifier | null;
}

export interface Label {
  readonly id: number;
  readonly repository: number;
  readonly name: string;
  /** Six hexadecimal digits, lower case, no number sign. */
  readonly color: string;
  readonly description: string | null;
  readonly isDefault: boolean;
}

export interface IssueEvent {
  readonly id: number;
  readonly repository: number;
  readonly issueNumber: number;
  readonly event: "labeled" | "unlabeled" | "closed" | "reopened" | "renamed" | "locked" | "unlocked";
  readonly actor: string;
  readonly viaApp: boolean;
  readonly createdAt: string;
  readonly label?: { readonly name: string; readonly color: string };
  readonly rename?: { readonly from: string; readonly to: string };
  readonly stateReason?: StateReason | null;
  readonly lockReason?: LockReason | null;
  /** Of `closed`: number of the pull request that did it by being merged. */
  readonly closer?: number;
}

export const reactionContents = [
  "+1",
  "-1",
  "laugh",
  "confused",
  "heart",
  "hooray",
  "rocket",
  "eyes",
] as const;
export type ReactionContent = (typeof reactionContents)[number];

export interface Reaction {
  readonly id: number;
  readonly subject: "issue" | "comment";
  /** The id of the issue (not its number) or of the comment. */
  readonly subjectId: number;
  readonly user: string;
  readonly content: ReactionContent;
  readonly createdAt: string;
}

export interface App {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  readonly name: string;
  readonly owner: string;
  /** PKCS#1 PEM, the form in which GitHub hands out an app's key. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly permissions: Readonly<Record<string, "read" | "write">>;
  readonly events: readonly string[];
  readonly createdAt: string;
  /** Makes the GUIDs of deliveries differ from those of another sandbox. */
  readonly seed: string;
}

export interface Installation {
  readonly id: number;
  readonly account: string;
  /** Ids of the repositories, or "all" of the account's. */
  readonly repositories: readonly number[] | "all";
  readonly createdAt: string;
  readonly suspendedAt: string | null;
}

export interface Token {
  readonly token: string;
  /** Whose it is: an installation's, or a person's. */
  readonly installation: number | null;
  readonly login: string;
  /** Milliseconds of the real clock; null never expires. */
  readonly expiresAt: number | null;
}

export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  /** The raw body, exactly as it is signed and sent. */
  readonly body: string;
  readonly installation: number | null;
  readonly repository: number | null;
  readonly redelivery: boolean;
  readonly queuedAt: string;
  readonly outcome: DeliveryOutcome | null;
}

export interface DeliveryOutcome {
  readonly deliveredAt: string;
  /** GitHub's words: "OK", "Invalid HTTP Response: 500", "timed out", "failed to connect to host". */
  readonly status: string;
  readonly statusCode: number;
  /** Seconds. */
  readonly duration: number;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}
