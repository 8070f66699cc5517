/** What the Python interpreter and shells print when they cannot start a program: no traceback, no class in front. */
import { readClassAt } from "./class-name.ts";
import type { LineReader, Reading } from "./finding.ts";

const FINDING_MODULE = "Error while finding module specification for ";
/** "/opt/venv/bin/python3: ", "python.exe: ". */
const INTERPRETER = /(?:^|[\s`"'(/\\])(?:python[\d.]{0,5}|pypy3?)(?:\.exe)?: {1,4}/;
const NO_MODULE = /No module named [\w.'"]{1,160}|can't open file |can't find '__main__' module /;
/** "bash: sglang: command not found", "zsh: command not found: sglang", "/bin/sh: 1: nvcc: not found". */
const SHELL =
  /(?:^|[\s`"'])(?:[\w/-]{0,40}(?:sh|ash): (?:line )?(?:\d{1,5}: )?[\w./-]{1,120}: (?:command )?not found|[bz]?sh: command not found: [\w./-]{1,120})/;
/** "… will cast no module named a.b": a reporter's small letters; one name without a dot may be any word. */
const RETOLD = /\bno module named ["'`]?([A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,8})/;
const REACH = 600;

/** `Error while finding module specification for 'x.y' (ModuleNotFoundError: …)`: the error in the brackets counts. */
function readSpecification(body: string): Reading | null {
  const at = body.indexOf(FINDING_MODULE);
  if (at === -1) return null;
  const open = body.indexOf("(", at);
  const span = open === -1 ? null : readClassAt(body, open + 1);
  const close = body.lastIndexOf(")");
  if (span === null || close < span.end) {
    return { errorClass: null, message: body.slice(at), shape: "python-m", strength: "named" };
  }
  const message = body.slice(span.end + 1, close).trim();
  return { errorClass: span.name, message, shape: "python-m", strength: "named" };
}

export const interpreterReader: LineReader = {
  shape: "python-m",
  read(line): Reading | null {
    const body = line.body.length > REACH ? line.body.slice(0, REACH) : line.body;
    if (body.includes("module")) {
      const specification = readSpecification(body);
      if (specification !== null) return specification;
    }
    if (body.includes("python") || body.includes("pypy")) {
      const program = INTERPRETER.exec(body);
      const rest = program === null ? "" : body.slice(program.index + program[0].length);
      if (program !== null && NO_MODULE.test(rest.slice(0, 220))) {
        const mark = line.code ? -1 : rest.search(/[`"]/);
        const message = (mark === -1 ? rest : rest.slice(0, mark)).trim();
        return { errorClass: null, message, shape: "python-m", strength: "named" };
      }
    }
    const retold = !line.code && body.includes("no module named") ? RETOLD.exec(body)?.[1] : undefined;
    if (retold !== undefined) {
      const message = `No module named '${retold}'`;
      return { errorClass: "ModuleNotFoundError", message, shape: "python-m", strength: "stated" };
    }
    if (!body.includes("not found")) return null;
    const shell = SHELL.exec(body);
    if (shell === null) return null;
    const message = shell[0].replace(/^[\s`"']/, "");
    return { errorClass: null, message, shape: "shell", strength: "stated" };
  },
};
