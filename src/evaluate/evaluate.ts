/** Diagnoses every issue of a corpus as the bot would: title and body, nothing else. */
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import type { LabelledIssue } from "./corpus.ts";
import type { EvaluatedIssue } from "./figures.ts";

export function evaluateIssue(issue: LabelledIssue, catalog: Catalog): EvaluatedIssue {
  return {
    issue,
    diagnosis: diagnoseText(issue.title, issue.body ?? "", catalog),
    covered: issue.label.primary.some(({ line }) => diagnoseText("", line, catalog).primary?.entry != null),
  };
}

function diagnoseText(title: string, body: string, catalog: Catalog): Diagnosis {
  return diagnose({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }, catalog);
}
