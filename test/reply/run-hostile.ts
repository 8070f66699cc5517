/**
 * `npm run hostile`: 10,000 hostile texts through the reply. `--seed N` repeats a run, `--texts N` how many,
 * `--quick` a few hundred. The smallest text that came alive, when one did, and a JSON object at the end; exits
 * with 1 then.
 */
import { parseArgs } from "node:util";
import { loadCatalog } from "../../src/match/catalog.ts";
import { holdHostile } from "./hostile.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    texts: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const texts = Number(values.texts ?? (values.quick ? 500 : 10_000));
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
console.log(`seed ${seed}: ${texts} texts`);
try {
  const figures = holdHostile(texts, loadCatalog(), seed);
  console.log(JSON.stringify({ seed, ...figures, alive: 0, seconds: seconds() }));
} catch (error) {
  const { message, cause } = error as Error;
  console.log(`${message.slice(0, 5_000)}\n${(cause as Error | undefined)?.message ?? ""}`);
  console.log(JSON.stringify({ seed, texts, alive: 1, seconds: seconds() }));
  process.exitCode = 1;
}
