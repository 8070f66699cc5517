/**
 * A record that came from elsewhere as an entry of ours. It keeps its id and its facts; nobody here has
 * read it against the source yet, so it is marked unreviewed and reaches no reply.
 */
import { type EntryText, ERROR_TYPES } from "./entry.ts";
import { templateFromPattern } from "./message-pattern.ts";
import type { CatalogRecord } from "./record.ts";
import { captureName, parseTemplate, type Template } from "./template.ts";

const STRATEGIES = ["validation", "retry", "fallback", "configuration", "upgrade", "report", "none"] as const;

/** @throws PatternError when the record's pattern is not in the safe subset */
export function entryOfRecord(record: CatalogRecord): EntryText {
  const expressions = [...record.errorMessage.matchAll(/\{([^{}]*)\}/g)].map(([, expression]) => expression!);
  const template = templateFromPattern(record.messagePattern, expressions.map(captureName));
  return {
    id: record.id,
    class: record.errorClass,
    message: isTemplate(record.errorMessage) ? record.errorMessage : template.source,
    type: ERROR_TYPES.find((type) => type === record.errorType) ?? "exception",
    httpStatus: record.httpStatus,
    severity: record.severity,
    origin: "sglang",
    tags: record.tags,
    generic: false,
    sites: siteOf(record),
    sourceUrl: null,
    match: [
      {
        ...(record.errorClass === null ? {} : { class: record.errorClass }),
        message: template.source,
        start: false,
        frames: [],
        also: [],
        not: [],
      },
    ],
    captures: Object.fromEntries(
      template.holes.map(({ name }) => [name, `The value of ${name} in the message.`]),
    ),
    documentation: record.documentation,
    triggers: record.triggerScenarios,
    situations: [record.commonSituations],
    solutions: record.solutions,
    cases: [],
    exampleFix: record.exampleFix,
    handlingStrategy: STRATEGIES.find((strategy) => strategy === record.handlingStrategy) ?? null,
    validationCode: record.validationCode,
    typeGuard: record.typeGuard,
    tryCatchPattern: record.tryCatchPattern,
    prevention: record.preventionTips,
    related: [],
    holdsFor: { from: null, to: null },
    fixedIn: null,
    references: [],
    examples: { positive: [exampleOf(template, record.errorClass)], nearMiss: ["an error of another kind"] },
    reviewed: null,
    provenance: { commit: record.analyzedSha, date: record.analyzedAt },
  };
}

function siteOf({ repo, filePath, lineNumber, analyzedSha }: CatalogRecord): EntryText["sites"] {
  if (filePath === null || lineNumber === null) return [];
  return [{ project: repo, file: filePath, function: null, line: lineNumber, commit: analyzedSha }];
}

function isTemplate(message: string): boolean {
  try {
    parseTemplate(message);
    return true;
  } catch {
    return false;
  }
}

function exampleOf(template: Template, errorClass: string | null): string {
  const message = template.parts.map((part) => (typeof part === "string" ? part : "1")).join("");
  return errorClass === null ? message : `${errorClass}: ${message}`;
}
