/** Writes what is generated from the settings' schema: docs/settings.schema.json and the tables of docs/settings.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { settingsJsonSchema, settingsTables } from "../src/github/settings-json-schema.ts";

const PAGE = "docs/settings.md";

writeFileSync("docs/settings.schema.json", settingsJsonSchema());
const page = readFileSync(PAGE, "utf8");
writeFileSync(
  PAGE,
  page.replace(/(?<=<!-- keys -->\n)[\s\S]*(?=<!-- end of keys -->)/, () => `\n${settingsTables()}\n\n`),
);
