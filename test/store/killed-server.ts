/** A server to be killed: accepts deliveries as fast as it can and prints each id once it is committed. */
import { openDatabase } from "../../src/store/database.ts";
import { createIntake } from "../../src/store/intake.ts";
import { openQueue } from "../../src/store/open-queue.ts";

const database = await openDatabase({ dataDir: process.argv[2]!, exclusive: true });
const queue = await openQueue(database);
await queue.work(async () => new Promise(() => {}), { concurrency: 2, tick: false });
const intake = createIntake(database, queue);
let next = 0;
async function accept(): Promise<void> {
  for (;;) {
    const issue = ++next;
    const delivery = {
      deliveryId: `d${issue}`,
      event: "issues",
      action: "opened",
      repository: "acme/engine",
      issue,
      receivedAt: new Date(),
    };
    await intake.recordDelivery(delivery, { kind: "reconcile", repository: "acme/engine", issue });
    process.stdout.write(`${issue}\n`);
  }
}
await Promise.all(Array.from({ length: 20 }, accept));
