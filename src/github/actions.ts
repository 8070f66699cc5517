/** What the bot does on GitHub. `plan` chooses, the publisher performs. */
export type Action =
  | { type: "create-comment"; issue: number; body: string }
  | { type: "edit-comment"; comment: number; body: string }
  | { type: "add-label"; issue: number; label: string; color: string; description: string }
  | { type: "remove-label"; issue: number; label: string }
  /** Nothing is done; the reason is logged and counted. */
  | { type: "skip"; reason: string };
