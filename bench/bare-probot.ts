/** The least a durable app can be: Probot's own server and a handler that inserts a row. Prints its address. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Probot, Server } from "probot";

const folder = mkdtempSync(join(tmpdir(), "bare-probot-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGTERM", () => process.exit(0));

const sqlite = new BetterSqlite3(join(folder, "rows.sqlite"));
sqlite.pragma("journal_mode = WAL");
sqlite.pragma("synchronous = FULL");
sqlite.exec(
  "create table deliveries (id text primary key, event text, repository text, issue integer, at integer)",
);
const insert = sqlite.prepare("insert or ignore into deliveries values (?, ?, ?, ?, ?)");

const { APP_ID, PRIVATE_KEY, WEBHOOK_SECRET, PORT } = process.env;
const server = new Server({
  port: Number(PORT),
  Probot: Probot.defaults({
    appId: APP_ID!,
    privateKey: PRIVATE_KEY!,
    secret: WEBHOOK_SECRET!,
    logLevel: "fatal",
  }),
});
await server.load((app) => {
  app.on("issues", ({ id, name, payload }) => {
    insert.run(id, name, payload.repository.full_name, payload.issue.number, Date.now());
  });
});
await server.start();
