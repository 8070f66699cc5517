/**
 * Which SGLang the reporter runs. A report names versions in many places; each kind of place has a weight,
 * the heaviest wins, and of equals the first: what check_env prints beats an image tag beats a sentence.
 */

/** "0.4.6.post5", "v0.5.0rc1", "0.4.6 post5", "0.4.1.4"; the local part behind "+" is left out. */
const NUMBER = String.raw`(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:(?<=\b0\.[1-9]\d{0,3}\.\d{1,4})\.\d{1,4})?(?:[. ]?(?:post|rc|dev|alpha|beta)\.?\d{1,8})?)(?![\w]|\.\d)`;
const VERSION = `[vV]?${NUMBER}`;
const SHORT_TAIL = /[. ]?(post|rc|dev|alpha|beta)\.?(\d{1,8})$/i;

/** Weight of each kind of place. */
const WEIGHT = {
  listed: 6,
  row: 5.5,
  image: 5,
  stated: 4,
  cloned: 3,
  mentioned: 2,
  path: 1,
  loose: 0.5,
} as const;

interface Place {
  pattern: RegExp;
  weight: number;
}

/** What may stand behind the word "sglang"; each pattern is sticky and bounded. */
const BEHIND_NAME: Place[] = [
  // check_env and its copies, columns padded: "sglang: 0.4.5", "sglang\t : 0.4.5", "sglang==0.4.5", "| sglang | 0.4.5 |", pip list's columns
  {
    pattern: new RegExp(String.raw`(?:\*\*|\x60)?[ \t]{0,20}[:：]\s{0,20}(?:\*\*|\x60)?${VERSION}`, "iy"),
    weight: WEIGHT.listed,
  },
  {
    pattern: new RegExp(String.raw`(?:\[[\w,-]{1,40}\])? ?={1,2} ?"?${VERSION}`, "iy"),
    weight: WEIGHT.listed,
  },
  {
    pattern: new RegExp(String.raw`(?: {2,60}|\t{1,8}| {0,20}\| {0,20})${VERSION}`, "iy"),
    weight: WEIGHT.listed,
  },
  // images: "lmsysorg/sglang:v0.4.6-cu124" (the word is followed by its tag)
  {
    pattern: /:v(\d{1,4}\.\d{1,4}\.\d{1,4}(?:[.-]?(?:post|rc|dev)\d{1,8})?)(?![\d.])/iy,
    weight: WEIGHT.image,
  },
  // copies of the image under a name of their own: "registry.example/sglang-repo:v0.4.1-x1"; other parts have other versions
  {
    pattern:
      /(?:[-_](?!router|kernel|gateway|smg|jax)[a-z]{2,20}){1,2}:v(\d{1,4}\.\d{1,4}\.\d{1,4}(?:[.-]?(?:post|rc|dev)\d{1,8})?)(?![\d.])/iy,
    weight: WEIGHT.image,
  },
  // sentences: "sglang 0.4.6", "SGLang version is 0.4.6", "sglang-v0.4.6", "SGLang (v0.4.6)", "sglang @ v0.4.6"
  {
    pattern: new RegExp(
      String.raw`(?:\*\*|\x60|"|')?(?:'s)?[ -]{0,3}(?:version|release|docker|image|tag|main|(?:的|最新)?版本?)?(?:\*\*|\x60)? ?(?:is|was|=|:|：|@|,|\(|\[|\*\*)? ?(?:\*\*|\x60|")?${VERSION}`,
      "iy",
    ),
    weight: WEIGHT.stated,
  },
  // pip: "Requirement already satisfied: sglang[all]>=0.4.4 in /usr/lib/… (0.4.5)"
  {
    pattern: new RegExp(
      String.raw`(?:\[[\w,-]{1,40}\])?(?:[<>=~!]{1,2}[\w.,<>=~!*]{1,60})? in [^()]{1,200}\(${VERSION}\)`,
      "iy",
    ),
    weight: WEIGHT.cloned,
  },
];

/** Places that do not name SGLang beside the version. */
const GIT: Place[] = [
  {
    pattern: new RegExp(String.raw`git clone[^\n]{0,80}? -b ${VERSION}[^\n]{0,80}?sglang`, "i"),
    weight: WEIGHT.cloned,
  },
  { pattern: new RegExp(`sglang(?:\\.git)? -b ${VERSION}`, "i"), weight: WEIGHT.cloned },
  { pattern: new RegExp(`git checkout (?:tags/)?v${NUMBER}`, "i"), weight: WEIGHT.cloned },
];
/** "Docker image tag: v0.4.3-cu125", "Version: v0.4.2". */
const LABELLED = new RegExp(
  String.raw`^\W{0,6}(?:image|docker)?[ -]{0,2}(?:tag|version|verison)\W{0,6}(?:latest |lastest )?${VERSION}`,
  "i",
);
/** "… fails in 0.4.5", "using version 0.4.6.post1", "v0.4.1": believed where nothing else is said. */
const LOOSE = [
  new RegExp(
    String.raw`\b(?:(?:in|on|to|using|with|from|since|after)(?: the)?(?: release| version)?|version) v?${NUMBER}`,
    "i",
  ),
  /(?<![\w./:=@-])v(\d{1,2}\.\d{1,3}\.\d{1,3}(?:\.?(?:post|rc|dev)\d{1,8})?)(?![\w.]\d|\w)/i,
];

/** Releases of SGLang so far; a bare number outside of them is another product's. */
const SERIES = /^0\.[1-9]/;
/** Products that stand beside SGLang in reports; one that has a version of its own behind it is done with, one with a pod's name is not. */
const FOREIGN =
  /\b(?:nvshmem|flash[-_]?infer|torch|pytorch|cuda|cudnn|rocm|hip|nccl|triton|vllm|transformers|deepep|deep[-_]?gemm|python|driver|mooncake|nixl|ucx|router|gateway|sgl[-_]kernel|kernel|ubuntu|docker|kubernetes|k8s|ray|verl|slime|xgrammar|outlines|llguidance|aiter|numpy|numba|openai|gpustack|mineru|dynamo|ollama|trt[-_]?llm|tensorrt[-_]?llm|lmdeploy|diffusers|peft|accelerate|tokenizers|uv|pip|node|gcc|cmake|nvidia-smi)\b(?![ :=v-]{0,3}\d{1,3}(?!\w))/i;
/** "main and 0.5.14", "latest main, v0.5.9", "0.5.14": a line that is nothing but what was tried. */
const BESIDE = new RegExp(
  String.raw`^[\s>*\x60-]{0,12}(?:(?:latest |current )?(?:main|master|latest|nightly|dev|HEAD)(?: branch)?(?:,| and| &| \/| or| \+) (?:also )?)?${VERSION}[\s.*\x60]{0,6}$`,
  "i",
);

/** Lines longer than this are logs and dumps; only their beginning is looked at. */
const REACH = 600;

export interface VersionEvidence {
  version: string | null;
  weight: number;
}

function normal(version: string): string {
  return version.toLowerCase().replace(SHORT_TAIL, (_, kind: string, n: string) => {
    return kind === "rc" ? `rc${n}` : `.${kind}${n}`;
  });
}

function offer(evidence: VersionEvidence, version: string, weight: number): void {
  const clean = normal(version);
  if (weight < evidence.weight) return;
  // Two lists of packages: a report that compares releases is about the newer one.
  if (weight === evidence.weight && !(weight === WEIGHT.listed && isNewer(clean, evidence.version ?? "")))
    return;
  evidence.version = clean;
  evidence.weight = weight;
}

/** Compares release numbers; a post release is newer than its release, a candidate older. */
function isNewer(a: string, b: string): boolean {
  const parts = (version: string) =>
    version
      .replace(/\.?(post|rc|dev|alpha|beta)/, (_, kind: string) => (kind === "post" ? ".1." : ".-1."))
      .split(".")
      .map(Number);
  const left = parts(a);
  const right = parts(b);
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** The project, or the images that AMD builds of it ("rocm/sgl-dev:v0.5.0-…"). */
const NAME = /sglang|sgl-dev(?=:v\d)/gi;
/** "I am using `a`, `sglang 0.4.5`": what runs, whatever else is compared with it. */
const RUNS = /\bI(?:'m| am)? (?:use|using|run|running)\b[^.;]{0,60}$/;

/** Reads one line; `own` says that the line speaks of the reporter's set-up (title or Environment section). */
export function readVersion(evidence: VersionEvidence, line: string, own: boolean): void {
  const text = line.length > REACH ? line.slice(0, REACH) : line;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    // sglang-router and sgl-kernel have versions of their own; the pattern does not reach over their names.
    for (const place of BEHIND_NAME) {
      place.pattern.lastIndex = name.index + name[0].length;
      const found = place.pattern.exec(text);
      if (found === null || isRequirement(text, name.index)) continue;
      let weight = place.weight;
      const path =
        text.charCodeAt(name.index - 1) === 47 ||
        /^[-/][^\s]*\//.test(text.slice(name.index + name[0].length, name.index + 40));
      if (path && weight !== WEIGHT.image && weight !== WEIGHT.listed) weight = WEIGHT.path;
      // "lmsysorg/sglang:v0.4.6": a colon behind a path is an image's tag.
      if (path && weight === WEIGHT.listed && text.charCodeAt(name.index - 1) === 47) weight = WEIGHT.image;
      if (weight === WEIGHT.listed && !startsLine(text, name.index)) weight = WEIGHT.stated;
      if (weight === WEIGHT.stated) weight = weighStatement(text, name.index, place.pattern.lastIndex, own);
      offer(evidence, found[1] ?? "", weight);
      break;
    }
  }
  readUnnamed(evidence, text, own);
}

/** A statement between `start` and `end` that is its whole line is a row of a list; what runs counts more than what is named. */
function weighStatement(text: string, start: number, end: number, own: boolean): number {
  if (startsLine(text, start) && /^\s*$/.test(text.slice(end, end + 20))) return WEIGHT.row;
  if (!own) return WEIGHT.stated;
  return WEIGHT.stated + (RUNS.test(text.slice(Math.max(0, start - 80), start)) ? 0.7 : 0.5);
}

/** Versions that stand without the name of SGLang beside them. */
function readUnnamed(evidence: VersionEvidence, text: string, own: boolean): void {
  if (evidence.weight >= WEIGHT.stated || !text.includes(".")) return;
  if (text.includes("git ") || text.includes(" -b ")) {
    for (const place of GIT) {
      const found = place.pattern.exec(text)?.[1];
      if (found !== undefined) offer(evidence, found, place.weight);
    }
  }
  const labelled = LABELLED.exec(text)?.[1];
  if (labelled !== undefined) offer(evidence, labelled, WEIGHT.mentioned);
  if (!own || evidence.weight > 0) return;
  const beside = BESIDE.exec(text)?.[1];
  if (beside !== undefined && SERIES.test(beside)) offer(evidence, beside, WEIGHT.mentioned);
  for (const pattern of LOOSE) {
    const found = pattern.exec(text);
    const version = found?.[1];
    if (found === null || version === undefined || !SERIES.test(version)) continue;
    if (!isForeign(text.slice(Math.max(0, found.index - 40), found.index)))
      offer(evidence, version, WEIGHT.loose);
  }
}

/** "torch 2.5 requires sglang==0.4.5, but …" says what another package asks for, not what runs. */
function isRequirement(text: string, at: number): boolean {
  return /\b(?:requires?|required|depends on|needs|need|expects?) ["'`]?$/i.test(
    text.slice(Math.max(0, at - 24), at),
  );
}

/** Does the text in front of a bare number say that it belongs to another product, or is asked for, not there? */
function isForeign(before: string): boolean {
  return (
    FOREIGN.test(before) ||
    /\b(?:minimum|required?|requires|at least|installed|[A-Z]{3,}[A-Z\d]{0,12})[ -]{0,2}$/.test(before) ||
    /\b(?:minimum|required)\b/i.test(before)
  );
}

function startsLine(text: string, at: number): boolean {
  return /^[\s>*|`-]*$/.test(text.slice(Math.max(0, at - 12), at)) && at <= 12;
}
