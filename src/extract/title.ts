/** What a title says of an error when nothing else of the report does: a class alone, or a program's own sentence. */
import { isSpecificErrorName } from "./class-name.ts";
import type { Finding } from "./finding.ts";
import { soundsFailed } from "./quoted.ts";

/** What the issue forms put before titles that report no failure. */
const NO_BUG = /^\s*\[(?:docs?|documentation|feature|rfc|roadmap|question|usage|proposal|refactor|ci)\b/i;
/** The words behind a class that say when it was met: "AssertionError when …". */
const MET = /^ (?:from|when|in|at|on|while|with|during|for|after|if|because|due|by)\b|^\W{0,3}$/;
/** "can raise X", "should throw X": a defect or a wish, no sighting. */
const HYPOTHETICAL =
  /\b(?:can|may|might|could|should|would|must|to|of|not|instead)(?: (?:raise|throw|cause|give))? [`"]?$/i;
/** Programs advise; people who write titles ask or complain. */
const ADVICE =
  /\. Please (?:try|install|increase|reduce|set|use|make sure|check|upgrade|update|specify|disable|consider|set|reinstall|adjust)\b/;
const MAX_TITLE = 500;

/** argparse, whose "prog: error: " is left out. */
const ARGPARSE =
  /(?:^|[\]:] ?)((?:unrecognized arguments: -|the following arguments are required: -|ambiguous option: -|argument -[\w/-]{1,60}: (?:invalid|expected|not allowed)).{0,400})$/;

/** What Python says of a wrong call, an import or an attribute, its class left out. */
const PYTHON =
  /(?:^|[\]:：] ?)((?:[\w.]{1,80}\(\) )?(?:missing \d{1,3} required (?:positional|keyword-only) arguments?: '|got an unexpected keyword argument '|takes \d{1,3} positional arguments? but )|'?[\w.]{1,80}'? object has no attribute '|module '[\w.]{1,200}' has no attribute '|cannot import name '|No module named ')/;

function finding(errorClass: string | null, message: string, shape: string): Finding {
  return {
    line: "",
    lineNumber: 0,
    errorClass,
    message,
    frames: [],
    shape,
    strength: "stated",
    role: "root",
    time: "",
    code: false,
    table: false,
    environment: false,
    follows: null,
  };
}

function readBareClass(text: string): Finding | null {
  const words = /[A-Z][\w.]{4,80}/g;
  for (let word = words.exec(text); word !== null; word = words.exec(text)) {
    if (HYPOTHETICAL.test(text.slice(Math.max(0, word.index - 24), word.index))) continue;
    if (isSpecificErrorName(word[0]) && MET.test(text.slice(words.lastIndex).replace(/^[`"*]{1,2}/, "")))
      return finding(word[0], "", "title-class");
  }
  return null;
}

/** "Contradictory advice: Not enough memory. Please try …": the sentence in front of the advice, from its colon on. */
function readAdvice(text: string): Finding | null {
  const advice = ADVICE.exec(text);
  if (advice === null) return null;
  const before = text.slice(0, advice.index);
  const start = Math.max(before.lastIndexOf(": ") + 2, before.lastIndexOf("] ") + 2, 0);
  const from = start === 1 ? 0 : start;
  return before.length - from < 10 ? null : finding(null, text.slice(from).trim(), "title-advice");
}

/** `"widget 7 is not installed" for …`: a message in quotes. */
function readQuotation(text: string): Finding | null {
  const quoted = /["“`]([^"“”`]{12,300})["”`]/.exec(text)?.[1];
  return quoted === undefined || !soundsFailed(quoted) ? null : finding(null, quoted.trim(), "quoted");
}

function readArgparse(text: string): Finding | null {
  const message = ARGPARSE.exec(text)?.[1];
  return message === undefined ? null : finding(null, message.trim(), "argparse");
}

function readPython(text: string): Finding | null {
  const found = PYTHON.exec(text);
  if (found === null) return null;
  const start = found.index + found[0].length - found[1]!.length;
  return finding(null, text.slice(start).trim(), "title-python");
}

/** The error that a title names without its usual shape; null where it names none. Only for reports that show no other. */
export function readTitleSentence(title: string): Finding | null {
  if (NO_BUG.test(title)) return null;
  const text = title.slice(0, MAX_TITLE);
  return (
    readArgparse(text) ?? readPython(text) ?? readAdvice(text) ?? readQuotation(text) ?? readBareClass(text)
  );
}
