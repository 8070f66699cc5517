import { Command } from "commander";
import { entryJsonSchema } from "../catalog/entry-json-schema.ts";

/** `catalog schema`: what `catalog/entry.schema.json` has to hold. */
export function catalogSchemaCommand(): Command {
  return new Command("schema")
    .description("print the JSON Schema of an entry's file, for editors (catalog/entry.schema.json)")
    .action(() => {
      process.stdout.write(entryJsonSchema());
    });
}
