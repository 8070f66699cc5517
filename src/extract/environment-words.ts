/**
 * What the readers of the environment look for, as literals: a line of a log that holds none of them says
 * nothing of the machine. `VERSION` ones count in every line, `MACHINE` ones only where `speaksOfMachine`.
 */
import { FIELD_KEYS } from "./machine.ts";
import { isBlank, isLetter, isWordByte, type Needle } from "./needles.ts";

const DIGITS = [..."0123456789"];
/** What may stand behind a name of two letters, which is too short to be looked for by itself; no byte of UTF-8 is left out. */
const NO_WORD = Array.from({ length: 0xf5 }, (_, code) => code).filter(
  (code) => (code < 128 && !isWordByte(code)) || code >= 0xc2,
);
/** Devices as sentences name them: what `machine.ts` knows, cut to what tells. */
const DEVICES = [
  ...[
    "A10",
    "A30",
    "A40",
    "A80",
    "H10",
    "H20",
    "H80",
    "GH2",
    "B20",
    "B30",
    "GB1",
    "GB2",
    "GB3",
    "L20",
    "L40",
  ],
  ...["V100", "P100", "RTX", "910A", "910B", "910C", "Jetson", "M1 ", "M2 ", "M3 ", "M4 "],
  ...DIGITS.map((digit) => `MI${digit}`),
  ...["L4", "T4"].flatMap(withEnding),
];
const NAMES = ["NVIDIA", "Tesla", "GeForce", "Quadro", "Cuda compilation tools, release", "Driver Version: "];
const SYSTEMS = ["Ubuntu", "Debian", "CentOS", "RHEL", "Rocky Linux", "Fedora", "AlmaLinux", "openEuler"];
const OTHERS = ["WSL", "macOS", "Windows", "HIP version: "];

function withEnding(name: string): string[] {
  return NO_WORD.map((code) => name + String.fromCharCode(code));
}

/** Marks and white space in front of a key take no more bytes than this. */
const FRONT = 40;

function isInFront(_: Uint8Array, at: number, lineStart: number): boolean {
  return at - lineStart <= FRONT;
}

/** "8xH100", "H100": no part of a longer word. */
function beginsDevice(bytes: Uint8Array, at: number, lineStart: number): boolean {
  const before = at === lineStart ? undefined : bytes[at - 1];
  return !isWordByte(before) || before === 120 || before === 88;
}

/** "main branch", "master @", "head at": a name alone is no commit. */
function isBeforeCommit(bytes: Uint8Array, at: number): boolean {
  const isMaster = (bytes[at + 2]! | 32) === 115;
  const next = bytes[at + (isMaster ? 6 : 4)];
  return next === 32 || next === 64;
}

/** ">", "*", "`", "-". */
const LIST_MARKS = [62, 42, 96, 45];

/** A release of SGLang without its name: behind a word, behind "v", or in front of the line. */
function isLooseVersion(bytes: Uint8Array, at: number, lineStart: number): boolean {
  if (at === lineStart) return true;
  const before = bytes[at - 1]!;
  if ((before | 32) === 118 || before >= 128) return true;
  if (before !== 32) return at - lineStart <= FRONT && (isBlank(before) || LIST_MARKS.includes(before));
  const last = bytes[at - 2]!;
  return (
    at - lineStart <= FRONT || isLetter(last) || last === 44 || last === 38 || last === 43 || last === 47
  );
}

/** A path or a module's name has no version behind it, unless it is an image's or starts a server. */
function isTellingName(bytes: Uint8Array, at: number): boolean {
  let end = at + 6;
  if (bytes[end] !== 46 && bytes[end] !== 47) return true;
  if (bytes[end] === 46 && STARTED.some((name) => standsAt(name, bytes, end + 1))) return true;
  const limit = end + 400;
  while (end < limit && (isWordByte(bytes[end]) || (bytes[end]! >= 45 && bytes[end]! <= 47))) end += 1;
  return end === limit || bytes[end] === 58;
}

const STARTED = ["launch_server", "srt.server", "git"].map((name) => Buffer.from(name));

function standsAt(name: Uint8Array, bytes: Uint8Array, at: number): boolean {
  return name.every((byte, offset) => bytes[at + offset] === byte);
}

/** Log records and source lines are not looked at for the machine: `isLogLine` of `environment.ts`, for bytes. */
export function speaksOfMachine(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start];
  if (first === 91) return bytes[start + 1]! < 48 || bytes[start + 1]! > 57;
  return !(first === 32 && bytes[start + 1] === 32 && bytes[start + 2] === 32 && bytes[start + 3] === 32);
}

/** @param version the bit for lines that may name a release, @param machine for those that may name a device or package */
export function environmentNeedles(version: number, machine: number): Needle[] {
  const exact = (texts: string[], wants: number): Needle[] => texts.map((text) => ({ text, wants }));
  const keys = FIELD_KEYS.flatMap((key) => (key.length > 2 ? [key] : withEnding(key)));
  return [
    { text: "sglang", wants: version, anyCase: true, fits: isTellingName },
    { text: "sgl-dev:v", wants: version, anyCase: true },
    { text: "git clone", wants: version, anyCase: true },
    { text: "git checkout", wants: version, anyCase: true },
    ...["tag", "version", "verison"].map(
      (text): Needle => ({ text, wants: version, anyCase: true, fits: isInFront }),
    ),
    ...DIGITS.slice(1).map((digit): Needle => ({ text: `0.${digit}`, wants: version, fits: isLooseVersion })),
    ...exact(["ServerArgs(model_path='", "CANN", "torch_npu"], version),
    ...keys.map((text): Needle => ({ text, wants: machine, anyCase: true, fits: isInFront })),
    ...["GPU ", "NPU ", "XPU "].map((text): Needle => ({ text, wants: machine, fits: isInFront })),
    ...exact([...NAMES, ...SYSTEMS, ...OTHERS], machine),
    ...DEVICES.map((text): Needle => ({ text, wants: machine, fits: beginsDevice })),
    { text: "commit", wants: machine, anyCase: true },
    ...["main", "master", "head"].map(
      (text): Needle => ({ text, wants: machine, anyCase: true, fits: isBeforeCommit }),
    ),
  ];
}
