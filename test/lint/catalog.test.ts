/** The catalog that comes with the package is without findings. */
import { expect, test } from "vitest";
import { lintContext, loadSourceContext } from "../../src/lint/context.ts";
import { lintCatalog } from "../../src/lint/lint.ts";
import { loadCatalog } from "../../src/match/catalog.ts";

test("every entry passes the lint", { timeout: 120_000 }, async () => {
  const context = lintContext(loadCatalog("included"), await loadSourceContext());
  const found = lintCatalog(context).map(({ file, key, reason }) => `${file}: ${key}: ${reason}`);
  expect(found).toEqual([]);
});
