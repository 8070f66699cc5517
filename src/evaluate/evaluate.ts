/** Diagnoses every issue of a corpus as the bot would: title and body, nothing else. */
import { diagnose, type IssueText } from "../diagnose.ts";
import type { Catalog } from "../match/catalog.ts";
import type { LabelledIssue } from "./corpus.ts";
import type { EvaluatedIssue } from "./figures.ts";

export function evaluateIssue(issue: LabelledIssue, catalog: Catalog): EvaluatedIssue {
  return {
    issue,
    diagnosis: diagnose(issueText(issue.title, issue.body ?? ""), catalog),
    covered: issue.label.primary.some(
      ({ line }) => diagnose(issueText("", line), catalog).primary?.entry != null,
    ),
  };
}

export function issueText(title: string, body: string): IssueText {
  return { title, parts: [{ kind: "body", id: "body", author: "", text: body }] };
}
