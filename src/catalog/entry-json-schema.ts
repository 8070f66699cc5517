/** The entry's schema in the form that editors read: completion, checks and the descriptions on hover. */
import { z } from "zod";
import { entrySchema } from "./entry.ts";

/** File of the schema below the catalog folder, and as an entry's file names it. */
export const SCHEMA_FILE = "entry.schema.json";
export const SCHEMA_COMMENT = `yaml-language-server: $schema=../../${SCHEMA_FILE}`;

/** The text of `catalog/entry.schema.json`. What only our own code can check (templates, conditions) is not in it. */
export function entryJsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(entrySchema, { io: "input", target: "draft-7" });
  const head = { $schema, title: "Entry of the error catalog", description: "One kind of error." };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}
