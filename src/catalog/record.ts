/**
 * The record: the exact schema of the seed documents (schemaVersion 2). Generated from an entry and
 * its sites, or from a site alone; read when records are imported.
 */
import { z } from "zod";
import { SEVERITIES } from "./entry.ts";

const text = z.string();
const orNull = text.nullable();

export const recordSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  slug: z.string().regex(/^[a-z0-9-]{1,50}$/),
  errorCode: orNull,
  errorMessage: text,
  messagePattern: text,
  errorType: text,
  errorClass: orNull,
  httpStatus: z.number().int().nullable(),
  severity: z.enum(SEVERITIES),
  /** Null, as the five below, for errors raised below the project at a place that is not known. */
  filePath: orNull,
  lineNumber: z.number().int().positive().nullable(),
  /** Null where the source is not at hand. */
  sourceCode: orNull,
  sourceCodeStart: z.number().int().positive().nullable(),
  sourceCodeEnd: z.number().int().positive().nullable(),
  githubUrl: z.url().nullable(),
  documentation: text,
  triggerScenarios: text,
  commonSituations: text,
  solutions: z.array(text),
  exampleFix: orNull,
  handlingStrategy: orNull,
  validationCode: orNull,
  typeGuard: orNull,
  tryCatchPattern: orNull,
  preventionTips: z.array(text),
  tags: z.array(text),
  backgroundTag: text,
  analyzedSha: z.string().regex(/^[0-9a-f]{40}$/),
  analyzedAt: z.iso.datetime(),
  schemaVersion: z.literal(2),
});

export type CatalogRecord = z.infer<typeof recordSchema>;

/** One exported document: a record and when the data set was made. */
export const datasetSchema = z.strictObject({ record: recordSchema, datasetVersion: z.iso.datetime() });
