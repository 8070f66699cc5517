/**
 * Cuts out of GitHub's OpenAPI description and GraphQL schema what the sandbox serves, into test/contract/:
 * the sandbox and every call of the bot are held against it. The two packages are fetched into a temporary
 * folder; the versions below are the ones that the files were made of.
 * `--check` writes nothing and exits with 1 when the files are not what would be written.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schema } from "../src/sandbox/graphql-schema.ts";
import { DESCRIPTION_FILE, sandboxRoutes, TYPES_FILE } from "../test/contract/contract.ts";
import { describeRoutes, describeTypes } from "../test/contract/derive.ts";

const OPENAPI = { name: "@octokit/openapi", version: "23.0.2", file: "generated/api.github.com.json" };
const GRAPHQL = { name: "@octokit/graphql-schema", version: "15.26.1", file: "schema.graphql" };

const folder = mkdtempSync(join(tmpdir(), "github-description-"));
try {
  const openApi = JSON.parse(fetchFile(OPENAPI)) as Parameters<typeof describeRoutes>[0];
  const routes = describeRoutes(openApi, OPENAPI.version, sandboxRoutes());
  report(DESCRIPTION_FILE, `${JSON.stringify(routes, null, 1)}\n`);
  report(TYPES_FILE, describeTypes(fetchFile(GRAPHQL), schema));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The text of a file of a published package. */
function fetchFile({ name, version, file }: typeof OPENAPI): string {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const packed = run("npm", "pack", "--silent", `${name}@${version}`).trim();
  run("tar", "xzf", packed, `package/${file}`);
  return readFileSync(join(folder, "package", file), "utf8");
}

function report(file: string, text: string): void {
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    console.log(`${file}: ${text.length} characters`);
  } else if (readFileSync(file, "utf8") !== text) {
    console.log(`${file} is not what GitHub's description gives: run scripts/derive-openapi.ts`);
    process.exitCode = 1;
  }
}
