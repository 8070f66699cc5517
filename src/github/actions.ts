/** Why a comment is hidden, in GitHub's words. */
export type HideReason = "RESOLVED" | "OUTDATED" | "OFF_TOPIC";

/** What the bot does on GitHub. `plan` chooses, the publisher performs. */
export type Action =
  | { type: "create-comment"; issue: number; body: string }
  | { type: "edit-comment"; comment: number; body: string }
  | { type: "hide-comment"; comment: number; nodeId: string; reason: HideReason }
  | { type: "show-comment"; comment: number; nodeId: string }
  /** `create`: make the label where the repository has none of that name; otherwise it is then left away. */
  | { type: "add-label"; issue: number; label: string; color: string; description: string; create: boolean }
  | { type: "remove-label"; issue: number; label: string }
  /** Acknowledges a command: "eyes" it is taken, "confused" its writer may not give it. */
  | { type: "react"; comment: number; content: "eyes" | "confused" }
  /** Nothing is done; the reason is logged and counted. */
  | { type: "skip"; reason: string };
