import { expect, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { queueContract } from "./queue-contract.ts";
import { removeFolder, scratchFolder, scratchSqlite } from "./scratch.ts";

queueContract("SQLite", scratchSqlite);

test("a command beside the server may add jobs but not run them", async () => {
  const dataDir = scratchFolder();
  const server = await openDatabase({ dataDir, exclusive: true });
  const command = await openDatabase({ dataDir });
  try {
    const queue = await openQueue(command);
    await queue.enqueue({ kind: "sweep", repository: "acme/engine" });
    await expect(queue.work(async () => {}, { concurrency: 1 })).rejects.toThrow("exclusive");
    expect((await (await openQueue(server)).depth()).waiting).toBe(1);
  } finally {
    await command.close();
    await server.close();
    removeFolder(dataDir);
  }
});
