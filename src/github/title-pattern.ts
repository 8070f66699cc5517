/** Patterns of titles that settings name: plain text, with (.+?) for whatever may stand between. */
import { PatternError, templateFromPattern } from "../catalog/message-pattern.ts";
import { foldText, matchTemplate } from "../catalog/template.ts";

/** Whether it is in the safe subset: nothing in it can cost more than linear time. */
export function isTitlePattern(pattern: string): boolean {
  try {
    templateFromPattern(pattern.toLowerCase());
    return pattern.trim() !== "";
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

/** Whether the pattern stands anywhere in the title; capitals do not matter. */
export function titleHolds(title: string, pattern: string): boolean {
  return matchTemplate(templateFromPattern(pattern.toLowerCase()), foldText(title.toLowerCase())) !== null;
}
