import { Command } from "commander";
import { UserError } from "./exit.ts";
import { withStore } from "./store.ts";

export function queueCommand(): Command {
  return new Command("queue")
    .description("what waits, and the jobs that were given up")
    .addCommand(
      new Command("status").description("how many jobs wait, run and were given up").action(async () => {
        const depth = await withStore((_database, queue) => queue.depth());
        process.stdout.write(
          `waiting ${depth.waiting}, running ${depth.running}, given up ${depth.dead}, oldest due for ${Math.round(depth.oldestSeconds)} s\n`,
        );
      }),
    )
    .addCommand(
      new Command("dead")
        .description("the jobs that were given up, newest first, with the reason")
        .option("--limit <n>", "at most so many", "100")
        .option("--json", "one JSON object a line")
        .action(async ({ limit, json }: { limit: string; json?: boolean }) => {
          const letters = await withStore((_database, queue) =>
            queue.dead({ limit: positiveNumber("--limit", limit) }),
          );
          for (const letter of letters) {
            process.stdout.write(
              json
                ? `${JSON.stringify(letter)}\n`
                : `${letter.id}\t${letter.diedAt.toISOString()}\t${letter.key}\t${letter.attempts} attempts\t${letter.reason}\n`,
            );
          }
        }),
    )
    .addCommand(
      new Command("retry")
        .description("put jobs that were given up back into the queue")
        .argument("<id...>", "numbers that `queue dead` shows, or: all")
        .action(async (ids: string[]) => {
          await withStore(async (_database, queue) => {
            const wanted = ids.includes("all")
              ? (await queue.dead({ limit: Number.MAX_SAFE_INTEGER })).map(({ id }) => id)
              : ids.map((id) => positiveNumber("id", id));
            for (const id of wanted) {
              if (!(await queue.retry(id))) throw new UserError(`no job ${id} was given up: see queue dead`);
            }
            process.stdout.write(`${wanted.length} back in the queue\n`);
          });
        }),
    );
}

function positiveNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${name}: "${text}" is not a positive number`);
  return Number(text);
}
