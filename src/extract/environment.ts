/**
 * What a report says of the reporter's machine: title first, then the parts in thread order, read line by line;
 * the first statement of a fact stands. Linear in the texts.
 */
import { goesOn, readImage, readLaunch, readServerArgs, startsServer } from "./launch.ts";
import { concludeMachine, readMachine } from "./machine.ts";
import type { Environment } from "./report.ts";
import type { VersionEvidence } from "./sglang-version.ts";
import { readVersion } from "./sglang-version.ts";

/** An environment of which nothing is said. */
export function emptyEnvironment(): Environment {
  return {
    sglang: null,
    commit: null,
    python: null,
    torch: null,
    cuda: null,
    rocm: null,
    driver: null,
    triton: null,
    flashinfer: null,
    transformers: null,
    sglKernel: null,
    vllm: null,
    os: null,
    gpus: [],
    vendor: null,
    image: null,
    model: null,
    flags: {},
  };
}

/** "latest commit 40e53d65", "main branch at 1a2b3c4", "main@1a2b3c4", "commit id: 1a2b3c4". */
const COMMIT =
  /(?:\bcommit(?: id| hash| sha)?\W{1,4}(?:is )?|\b(?:main|master|HEAD)(?: branch)?(?: ?@ ?| at | \(|\W{1,3}commit\W{1,3})\[?`?)`?([0-9a-f]{7,40})\b/i;

/** What was read so far; texts come a line at a time. */
export interface EnvironmentReading {
  env: Environment;
  version: VersionEvidence;
  listed: boolean[];
  command: string[];
  cann: boolean;
  /** Model of a logged ServerArgs: believed where no command is shown. */
  served: string | null;
  /** The lines speak of the reporter's own set-up: the title, text without headings, the Environment section. */
  own: boolean;
}

export function newEnvironmentReading(): EnvironmentReading {
  return {
    env: emptyEnvironment(),
    version: { version: null, weight: 0 },
    listed: [false],
    command: [],
    cann: false,
    served: null,
    own: true,
  };
}

function readCommit(env: Environment, line: string): void {
  if (env.commit !== null) return;
  const found = COMMIT.exec(line.length > 600 ? line.slice(0, 600) : line)?.[1];
  // A word of hexadecimal letters alone ("defaced") is no commit.
  if (found !== undefined && /\d/.test(found)) env.commit = found.toLowerCase();
}

function readCommand(reading: EnvironmentReading, line: string): void {
  if (reading.command.length > 0) {
    const last = reading.command.at(-1) ?? "";
    if (goesOn(last, line) && reading.command.length < 120) {
      reading.command.push(line);
      return;
    }
    endCommand(reading);
  }
  if (startsServer(line)) reading.command.push(line);
}

function endCommand(reading: EnvironmentReading): void {
  if (reading.command.length === 0) return;
  const launch = readLaunch(reading.command.join("\n").replace(/\\\s*\n/g, " \n"));
  reading.command = [];
  const { env } = reading;
  const fuller = Object.keys(launch.flags).length > 0 && Object.keys(env.flags).length === 0;
  if (fuller) env.flags = launch.flags;
  env.model ??= launch.model;
}

/** Log records, stack frames and C++ frames say nothing of the machine that its own lists do not say better. */
function isLogLine(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first === 91) return line.charCodeAt(1) >= 48 && line.charCodeAt(1) <= 57;
  if (first === 32) return line.startsWith('  File "') || line.startsWith("    ");
  return line.startsWith("frame #") || line.length > 1_500;
}

/** Does every line matter, whatever it holds? */
export function isReadingCommand(reading: EnvironmentReading): boolean {
  return reading.command.length > 0;
}

/** Reads the next line of a text, without its line end. */
export function readEnvironmentLine(reading: EnvironmentReading, line: string): void {
  if (line.length < 3) {
    if (line.trim() === "") endCommand(reading);
    return;
  }
  if (/^ {0,3}#{1,6} /.test(line))
    reading.own = /^#{1,6} {1,4}(?:\d\. )?(?:environment|version|setup|describe|(?:bug )?description)/i.test(
      line.trimStart(),
    );
  // A task of the checklist speaks of "the latest version", a log line of anything.
  if (/^\s{0,8}[-*] \[[ xX]\] /.test(line)) return;
  readVersion(reading.version, line, reading.own);
  if (!isLogLine(line)) {
    readMachine(reading.env, reading.listed, line);
    readCommit(reading.env, line);
  }
  readCommand(reading, line);
  reading.served ??= readServerArgs(line);
  reading.env.image ??= readImage(line);
  if (line.includes("CANN") || line.includes("torch_npu")) reading.cann = true;
}

/** The text ends: the next line is another one's. */
export function endEnvironmentText(reading: EnvironmentReading): void {
  endCommand(reading);
  reading.own = true;
}

/** After the last text: what follows from the facts read. */
export function concludeEnvironment(reading: EnvironmentReading): Environment {
  reading.env.sglang = reading.version.version;
  reading.env.model ??= reading.served;
  concludeMachine(reading.env, { cann: reading.cann });
  return reading.env;
}

/** The environment of whole texts. */
export function readEnvironment(texts: string[]): Environment {
  const reading = newEnvironmentReading();
  for (const text of texts) {
    for (const line of text.split("\n")) readEnvironmentLine(reading, line);
    endEnvironmentText(reading);
  }
  return concludeEnvironment(reading);
}
