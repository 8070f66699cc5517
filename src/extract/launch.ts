/** The command that started the server: its flags, its model, its image. */

export interface Launch {
  model: string | null;
  flags: Record<string, string>;
}

const STARTS = ["sglang.launch_server", "sglang_router.launch_server", "sglang.srt.server", "sglang serve"];
/** Longer commands are dumps; flags beyond are no settings a reply speaks of. */
const MAX_COMMAND = 6_000;
const MAX_FLAGS = 80;
/** What ends a command on its line. */
const ENDS = new Set(["|", ">", ">>", "2>&1", "&", "&&", ";", "||", "2>", "&>", "\\n"]);

/** True when the line starts a server. */
export function startsServer(line: string): boolean {
  if (!line.includes("sglang")) return false;
  return STARTS.some((start) => line.includes(start));
}

/** Does the command go on in the next line? (Back-slash, or a flag at the next line's start.) */
export function goesOn(line: string, next: string): boolean {
  return line.trimEnd().endsWith("\\") || /^\s{0,40}(?:- )?["']?--?[a-z]/.test(next);
}

/** Words of a shell command; quotes are taken off, back-slashes at line ends are white space. */
function words(command: string): string[] {
  const out: string[] = [];
  const pattern = /"([^"\n]*)"|'([^'\n]*)'|[^\s"']+/g;
  for (let found = pattern.exec(command); found !== null; found = pattern.exec(command)) {
    const word = found[1] ?? found[2] ?? found[0];
    if (word !== "\\") out.push(word);
    if (out.length > 400) break;
  }
  return out;
}

function isFlag(word: string): boolean {
  return /^--?[A-Za-z][\w-]*(?:=|$)/.test(word) && !/^-[a-z]{1}$/.test(word);
}

/** Reads a command (its lines joined). */
export function readLaunch(command: string): Launch {
  const text = command.slice(0, MAX_COMMAND);
  let start = 0;
  for (const mark of STARTS) {
    const at = text.indexOf(mark);
    if (at !== -1) start = at + mark.length;
  }
  const launch: Launch = { model: null, flags: {} };
  const serve = text.slice(Math.max(0, start - 12), start).endsWith("sglang serve");
  let flag: string | null = null;
  let count = 0;
  for (const raw of words(text.slice(start))) {
    const word = raw.replace(/[`,\\]+$/, "");
    if (ENDS.has(word)) break;
    if (isFlag(word) && count < MAX_FLAGS) {
      const equals = word.indexOf("=");
      flag = equals === -1 ? word : word.slice(0, equals);
      flag = flag.replace(/^-+/, "--");
      if (!Object.hasOwn(launch.flags, flag)) count += 1;
      launch.flags[flag] = equals === -1 ? "" : word.slice(equals + 1);
    } else if (flag !== null && word !== "" && word !== "-") {
      const before = launch.flags[flag] ?? "";
      launch.flags[flag] = before === "" ? word : `${before} ${word}`.slice(0, 400);
    } else if (serve && launch.model === null && word.length > 1) launch.model = word;
    if (raw.endsWith("`")) break;
  }
  launch.model = launch.flags["--model-path"] ?? launch.flags["--model"] ?? launch.model;
  if (launch.model === "") launch.model = null;
  return launch;
}

const IMAGE = /(?:[\w.-]{1,60}(?::\d{1,5})?\/){1,5}[\w.-]{1,60}:[\w][\w.-]{1,80}/g;

/** The Docker image named in a line ("lmsysorg/sglang:v0.5.3-cu129"); null where none is. */
export function readImage(line: string): string | null {
  if (!line.includes("sglang") || !line.includes(":") || !line.includes("/")) return null;
  IMAGE.lastIndex = 0;
  const text = line.slice(0, 1_000);
  for (let found = IMAGE.exec(text); found !== null; found = IMAGE.exec(text)) {
    const image = found[0];
    const name = image.slice(0, image.lastIndexOf(":"));
    if (
      /sglang|sgl-/.test(name) &&
      !/\.(?:py|rs|cc|cu|cpp|so|whl|git):/.test(image) &&
      !text.slice(0, found.index).endsWith("//")
    ) {
      return image.replace(/[.-]+$/, "");
    }
  }
  return null;
}

/** The model of a logged `server_args=ServerArgs(model_path='…', …)`; null for other lines. */
export function readServerArgs(line: string): string | null {
  const at = line.indexOf("ServerArgs(model_path='");
  if (at === -1) return null;
  const end = line.indexOf("'", at + 23);
  return end === -1 || end - at > 400 ? null : line.slice(at + 23, end);
}
