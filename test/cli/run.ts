/** Runs the built command line as a person does. `npm test` builds it first. */
import { spawn } from "node:child_process";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export async function run(args: string[], input = "", env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, ["dist/cli/main.js", ...args], {
    env: { PATH: process.env.PATH!, ...env },
  });
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    ran.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    ran.err += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  ran.code = await new Promise((resolve) => child.on("close", resolve));
  return ran;
}
