/**
 * Finds secrets and personal details in a reporter's text.
 *
 * Every rule is one scan whose inner steps are bounded, so the whole is linear in the text.
 * Invisible characters are looked through: a token with a colour code in its middle is still one.
 */
import { INVISIBLE } from "./invisible.ts";

/** Stands for the name in a home folder, which is no secret elsewhere: it may be a word like any other. */
export const USER = "⟨user⟩";

/** A stretch of text to take out; offsets are into the text that was searched. */
export interface Secret {
  start: number;
  end: number;
  /** What stands there instead. */
  placeholder: string;
}

type Rule = (text: string) => Secret[];

/** Values that stand where a secret could and are none. */
const NO_SECRET = /^(?:none|null|empty|true|false|optional|required|string|undefined|your[_-].*|<.*)$/i;

/** A value in quotes or bare; brackets and placeholders of ours end it. */
const VALUE = String.raw`[^\s"'\x60\\,;&<>()\[\]{}⟨⟩]`;
const QUOTES = String.raw`[\\"'\x60 \t]{0,4}`;

const KEYED = new RegExp(
  `(?:api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|password|passwd|` +
    `(?:access|auth|api|hf|hub|hf_hub|github|gh|bot|session|refresh|bearer|secret)[_-]?token)` +
    `${QUOTES}[=:]${QUOTES}(${VALUE}{6,4096})`,
  "gi",
);
/** The same as a launch flag: `--api-key VALUE`. */
const FLAG = new RegExp(
  String.raw`(?<![\w-])--[a-z-]{0,24}(?:api-key|token|password|secret)[ \t]{1,4}["'\x60]?((?!-)${VALUE}{4,4096})`,
  "g",
);
/** "token" alone is also the word for a piece of text: only a long value with letters and digits is a secret. */
const TOKEN = new RegExp(`(?<![A-Za-z0-9_])(?:token|secret)${QUOTES}[=:]${QUOTES}(${VALUE}{10,4096})`, "gi");
const AUTHORIZATION = new RegExp(
  String.raw`authorization${QUOTES}[=:]${QUOTES}(?:(?:bearer|basic|token|digest)[ \t]{1,4})?(${VALUE}{6,4096})`,
  "gi",
);
const BEARER = new RegExp(String.raw`\bbearer[ \t]{1,4}(${VALUE}{8,4096})`, "gi");

const RULES: Rule[] = [
  privateKeys,
  // A user name alone in front of "@" is a token as often as not.
  pattern(/:\/\/([^\s/@"'`<>⟨⟩]{1,300})@/g, "credentials"),
  pattern(AUTHORIZATION, "secret", (value) => !isScheme(value)),
  pattern(BEARER, "secret", (value) => /\d/.test(value) || value.length >= 24),
  pattern(KEYED, "secret", (value) => !NO_SECRET.test(value) && !/^\d{1,7}$/.test(value)),
  pattern(FLAG, "secret", (value) => !NO_SECRET.test(value)),
  pattern(TOKEN, "secret", (value) => /\d/.test(value) && /[A-Za-z]/.test(value)),
  pattern(/(?<![A-Za-z0-9])hf_[A-Za-z0-9]{16,}/g, "Hugging Face token"),
  pattern(/(?<![A-Za-z0-9])api_org_[A-Za-z0-9]{16,}/g, "Hugging Face token"),
  pattern(/gh[pousr]_[A-Za-z0-9]{16,}/g, "GitHub token"),
  pattern(/github_pat_[A-Za-z0-9_]{16,}/g, "GitHub token"),
  pattern(/glpat-[A-Za-z0-9_-]{16,}/g, "GitLab token"),
  pattern(/(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g, "API key"),
  pattern(
    /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])(?:[^A-Za-z0-9/+]{1,40}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))?/g,
    "AWS key",
  ),
  pattern(/AIza[A-Za-z0-9_-]{30,}/g, "Google key"),
  pattern(/ya29\.[A-Za-z0-9_-]{20,}/g, "Google token"),
  pattern(/xox[a-z]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}/g, "Slack token"),
  pattern(/hooks\.slack\.com\/services\/([A-Za-z0-9/_]{10,200})/g, "Slack token"),
  webTokens,
  addresses,
  pattern(
    /(?<![\d.])(?:10|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d{1,3}){2,3}(?!\d|\.\d)/g,
    "private address",
    (address) => address.split(".").length === 4,
  ),
  pattern(/(?<![\w:.])(?:fe80|f[cd][0-9a-f]{2}):[0-9a-f:]{2,40}(?:%\w{1,16})?/gi, "private address"),
  homes,
];

/** What `redact` takes out of `text`: ascending, without overlap. */
export function secretsIn(text: string): Secret[] {
  const { visible, offsets } = lookThrough(text);
  // Sorting keeps the order of the rules among those that start at one place.
  const found = RULES.flatMap((rule) => rule(visible)).sort((a, b) => a.start - b.start);
  const merged: Secret[] = [];
  for (const secret of found) {
    const last = merged.at(-1);
    if (last === undefined || secret.start >= last.end) merged.push({ ...secret });
    // "user:password@host" ends like an e-mail address: the host may stay.
    else if (secret.placeholder !== E_MAIL) last.end = Math.max(last.end, secret.end);
  }
  if (offsets === null) return merged;
  return merged.map(({ start, end, placeholder }) => ({
    start: offsets[start]!,
    end: offsets[end - 1]! + 1,
    placeholder,
  }));
}

/** The text without its invisible characters, and where each character of it stood. */
function lookThrough(text: string): { visible: string; offsets: number[] | null } {
  let visible = "";
  const offsets: number[] = [];
  let at = 0;
  const take = (end: number): void => {
    visible += text.slice(at, end);
    for (let i = at; i < end; i += 1) offsets.push(i);
  };
  for (const { index, 0: gap } of text.matchAll(INVISIBLE)) {
    take(index);
    at = index + gap.length;
  }
  if (at === 0) return { visible: text, offsets: null };
  take(text.length);
  return { visible, offsets };
}

/** A rule by regular expression: its first group, or all of it, is taken out when `test` agrees. */
function pattern(regex: RegExp, what: string, test: (value: string) => boolean = () => true): Rule {
  const placeholder = `⟨${what} removed⟩`;
  return (text) => {
    const secrets: Secret[] = [];
    for (const match of text.matchAll(regex)) {
      const value = match[1] ?? match[0];
      if (value.includes("⟨") || !test(value)) continue;
      // The group stands at the end of each expression, or is followed by the one character "@".
      const start = match.index + match[0].lastIndexOf(value);
      secrets.push({ start, end: start + value.length, placeholder });
    }
    return secrets;
  };
}

function isScheme(value: string): boolean {
  return /^(?:bearer|basic|token|digest)$/i.test(value);
}

const E_MAIL = "⟨e-mail address removed⟩";
const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;

/** E-mail addresses; the user of an SSH address is always "git" and names nobody. */
function addresses(text: string): Secret[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(ADDRESS)]
    .filter(([address]) => !address.startsWith("git@"))
    .map(({ index, 0: address }) => ({ start: index, end: index + address.length, placeholder: E_MAIL }));
}

/** From "-----BEGIN … PRIVATE KEY-----" to its end; without one, as far as it looks like a key. */
function privateKeys(text: string): Secret[] {
  const secrets: Secret[] = [];
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  const body = /[A-Za-z0-9+/=\s\\]*/y;
  const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  let ended = false;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    let stop = 0;
    // Where no end follows one key, none follows the next: looking again would be quadratic.
    if (!ended) {
      end.lastIndex = begin.lastIndex;
      ended = end.exec(text) === null;
      stop = end.lastIndex;
    }
    if (ended) {
      body.lastIndex = begin.lastIndex;
      body.exec(text);
      stop = body.lastIndex;
    }
    secrets.push({ start: match.index, end: stop, placeholder: "⟨private key removed⟩" });
    begin.lastIndex = stop;
  }
  return secrets;
}

/** JSON Web Tokens: two or three parts, the first a JSON object in base64. */
function webTokens(text: string): Secret[] {
  const secrets: Secret[] = [];
  for (const { index, 0: run } of text.matchAll(/[A-Za-z0-9_.-]{24,}/g)) {
    const from = run.indexOf("eyJ");
    if (from < 0) continue;
    const [head = "", claims = ""] = run.slice(from).split(".", 2);
    if (head.length < 10 || claims.length < 8) continue;
    secrets.push({ start: index + from, end: index + run.length, placeholder: "⟨JSON Web Token removed⟩" });
  }
  return secrets;
}

const UNIX_HOME = /\/(?:home|Users)\/([^/\s:;,"'`<>|()[\]{}\\⟨⟩]{1,64})/g;
const WINDOWS_HOME =
  /[\\/]Users[\\/]{1,2}([^\\/:"'`<>|\r\n⟨⟩]{1,64}(?=[\\/])|[^\\/\s:;,"'`<>|()[\]{}⟨⟩]{1,64})/gi;

/** The name in /home/NAME, /Users/NAME, C:\Users\NAME. */
function homes(text: string): Secret[] {
  return [UNIX_HOME, WINDOWS_HOME].flatMap((regex) =>
    [...text.matchAll(regex)].map((match) => {
      const end = match.index + match[0].length;
      return { start: end - match[1]!.length, end, placeholder: USER };
    }),
  );
}
