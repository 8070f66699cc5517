/** What a person does with the sandbox's pages: write a report, see the answer, edit, look the error up. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { type Server, startServer } from "../../src/server.ts";
import { REPORTS } from "../e2e/server.ts";
import { launchBrowser } from "./browser.ts";

let browser: Browser;
let server: Server;
let dataDir: string;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = mkdtempSync(join(tmpdir(), "browser-"));
  // Without credentials, as `npm start`: the server brings its sandbox along.
  server = await startServer(
    readConfig({ PORT: "0", DATA_DIR: dataDir }),
    createLog("silent"),
    () => new Date(),
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  problems = [];
  page = await browser.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
  expect(problems).toEqual([]);
});

async function writeIssue(body: string): Promise<void> {
  await page.goto(server.url);
  await page
    .getByRole("link", { name: /new issue/i })
    .first()
    .click();
  await page.getByLabel(/title/i).fill("[Bug] prefill stops");
  await page.getByLabel(/text|body|description/i).fill(body);
  await page.getByRole("button", { name: /submit|create|open/i }).click();
}

test("the front page says that it is a sandbox", async () => {
  await page.goto(server.url);
  expect(await page.textContent("body")).toMatch(/sandbox/i);
});

test("a written report gets comment and label without a reload, and an edit changes that comment", async () => {
  await writeIssue(REPORTS.geometry("[1152, 1152]", "[576, 576]"));
  await page.getByText("error/kv-layout-mismatch").first().waitFor();
  const cause = page.locator("strong", { hasText: "Cause:" }).first();
  await cause.waitFor();
  expect(await page.locator("strong", { hasText: "Cause:" }).count()).toBe(1);
  expect(await page.locator("ol li").count()).toBeGreaterThan(1);

  const number = Number(/\/(\d+)$/.exec(new URL(page.url()).pathname)![1]);
  server.sandbox!.editIssue(number, { body: REPORTS.geometry("[656, 656, 656]", "[656, 656, 576]") });
  await page.locator("li code", { hasText: "656, 656, 576" }).first().waitFor();
  expect(await page.locator("strong", { hasText: "Cause:" }).count()).toBe(1);
});

test("a hostile report shows as text and runs nothing", async () => {
  await writeIssue(
    `<img src=x onerror="document.title='owned'"> @everyone\n\n${REPORTS.memory}<script>document.title='owned'</script>`,
  );
  await page.locator("strong", { hasText: "Cause:" }).first().waitFor();
  expect(await page.title()).not.toBe("owned");
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("the reply leads to the page of its error", async () => {
  await writeIssue(REPORTS.geometry("[1, 1]", "[2, 2]"));
  const link = page.getByRole("link", { name: "all about this error" });
  await link.waitFor();
  await page.goto((await link.getAttribute("href"))!);
  expect(await page.textContent("h1")).toContain("PD DCP source/destination KV geometry differs");
});

test("pages fit a phone", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of [
    server.url,
    `${server.url}/errors`,
    `${server.url}/errors/pd-dcp-source-destination-kv-geometry-differs-src`,
  ]) {
    await page.goto(address);
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow, address).toBeLessThanOrEqual(0);
  }
});
