/** A draft says what is left to do; nothing of that may stay. */
import { keyPath } from "../../catalog/key-path.ts";
import { unfinishedKeys } from "../../catalog/unfinished.ts";
import type { Rule } from "../finding.ts";

export const unfinished: Rule = (entry) =>
  unfinishedKeys(entry).map(({ path, mark }) => ({
    file: entry.path,
    key: keyPath(path),
    reason: `unfinished: ${mark}`,
  }));
