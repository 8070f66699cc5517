/** The settings in the forms that people read: a JSON Schema for editors, and the tables of docs/settings.md. */
import { z } from "zod";
import { settingsSchema } from "./settings.ts";

/** What JSON Schema says of a key, as far as the tables show it. */
interface KeySchema {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: string[];
  properties?: Record<string, KeySchema>;
}

function jsonSchema(): KeySchema {
  return z.toJSONSchema(settingsSchema, { io: "input", target: "draft-7" }) as KeySchema;
}

/** The text of docs/settings.schema.json. */
export function settingsJsonSchema(): string {
  const { $schema, ...schema } = jsonSchema() as KeySchema & { $schema: string };
  const head = {
    $schema,
    title: "Settings of sglang-triage",
    description: ".github/sglang-triage.yml of a repository.",
  };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}

/** Every key with its default and meaning, as Markdown tables. */
export function settingsTables(): string {
  const { properties = {} } = jsonSchema();
  const plain = Object.entries(properties).filter(([, key]) => key.properties === undefined);
  const groups = Object.entries(properties).filter(([, key]) => key.properties !== undefined);
  return [
    table(plain),
    ...groups.map(
      ([name, group]) =>
        `### ${name}\n\n${group.description}\n\n${table(Object.entries(group.properties!), `${name}.`)}`,
    ),
  ].join("\n\n");
}

function table(keys: [string, KeySchema][], prefix = ""): string {
  const rows = keys.map(
    ([name, key]) =>
      `| \`${prefix}${name}\` | \`${JSON.stringify(key.default)}\` | ${(key.description ?? "").replaceAll("|", "\\|")} |`,
  );
  return ["| key | default | means |", "| --- | --- | --- |", ...rows].join("\n");
}
