/** Runs every benchmark; each measures ours against an opponent in the same process and prints the ratio. */

import { benchColdStart } from "./cold-start.ts";
import { benchTemplateIndex } from "./template-index.ts";

for (const bench of [benchTemplateIndex, benchColdStart]) console.log(bench());
