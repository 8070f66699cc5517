/**
 * Makes dist/ of src/: a few files instead of some two hundred, since a person who waits for one diagnosis would
 * wait for each of them. Libraries stay where they are installed. Types are checked by `npm run check`.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = join(ROOT, "dist");

/** Kept between builds: it is made anew only where the catalog changed. */
const COMPILED = "compiled";

for (const name of existsSync(OUT) ? readdirSync(OUT) : [])
  if (name !== COMPILED) rmSync(join(OUT, name), { recursive: true });

await build({
  // Beside the program: what a thread starts from, and what the benchmark of a cold start times by itself.
  entryPoints: ["cli/main.ts", "source/parse-worker.ts", "match/catalog.ts"].map((file) =>
    join(ROOT, "src", file),
  ),
  outbase: join(ROOT, "src"),
  outdir: OUT,
  // As deep as any folder of src/: paths relative to a module hold in the bundle as well.
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.18",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
