import { readFileSync } from "node:fs";
import { UserError } from "./exit.ts";

/**
 * Reads a file, or standard input for "-".
 * @throws UserError when it cannot be read
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : `it cannot be read (${code})`;
    throw new UserError(`${file}: ${reason}`);
  }
}
