/** Writes what is generated from the settings' schema: docs/settings.schema.json and the tables of docs/settings.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { settingsJsonSchema, settingsTables } from "../src/github/settings-json-schema.ts";

const PAGE = "docs/settings.md";
const START = "<!-- keys -->";
const END = "<!-- end of keys -->";

writeFileSync("docs/settings.schema.json", settingsJsonSchema());
const page = readFileSync(PAGE, "utf8");
const before = page.slice(0, page.indexOf(START) + START.length);
const after = page.slice(page.indexOf(END));
writeFileSync(PAGE, `${before}\n\n${settingsTables()}\n\n${after}`);
