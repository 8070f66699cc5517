/** check_env's lines, pip's lists, nvidia-smi's table, and the same facts in sentences. */
import type { Environment } from "./report.ts";

/** Keys of check_env and of pip, with the field they fill. */
const FIELDS: Record<string, keyof Environment> = {
  python: "python",
  "python version": "python",
  pytorch: "torch",
  torch: "torch",
  "torch version": "torch",
  "pytorch version": "torch",
  "cuda driver version": "driver",
  "rocm driver version": "driver",
  "driver version": "driver",
  "nvidia driver version": "driver",
  "musa driver version": "driver",
  triton: "triton",
  flashinfer: "flashinfer",
  flashinfer_python: "flashinfer",
  "flashinfer-python": "flashinfer",
  transformers: "transformers",
  "transformers version": "transformers",
  sgl_kernel: "sglKernel",
  "sgl-kernel": "sglKernel",
  "sglang-kernel": "sglKernel",
  sglang_kernel: "sglKernel",
  vllm: "vllm",
  os: "os",
  "operating system": "os",
  "cuda version": "cuda",
  cuda: "cuda",
  "rocm version": "rocm",
  rocm: "rocm",
};

export const FIELD_KEYS: readonly string[] = Object.keys(FIELDS);

const VERSION_FIELDS = new Set<string>([
  "python",
  "torch",
  "driver",
  "triton",
  "flashinfer",
  "transformers",
  "sglKernel",
  "vllm",
  "cuda",
  "rocm",
]);
const FIRST_VERSION = /\d{1,6}\.\d{1,6}[\w.+-]{0,60}/;
/** Facts stand in short lines; the rest of a long one is a dump. */
const REACH = 400;
/** No machine that people report has more devices. */
const MAX_GPUS = 64;

/** "key: value", "key==value", "key   value" with Markdown's marks around the key; null for other lines. */
function readPair(line: string): { key: string; value: string } | null {
  const found =
    /^[\s>*|`-]{0,12}([A-Za-z][\w -]{0,40}?)(?:\*\*|`)?(?: {0,20}[:：] {0,20}|={2}| {2,60}| ?\| ?)(?:\*\*|`)?(\S[^\n]{0,200})$/.exec(
      line,
    );
  if (found === null) return null;
  return {
    key: (found[1] ?? "").trim().toLowerCase(),
    value: (found[2] ?? "").replace(/^\*\* ?/, "").trim(),
  };
}

function setField(env: Environment, field: keyof Environment, value: string): void {
  if (env[field] !== null || value === "" || /not found|none/i.test(value)) return;
  const text = VERSION_FIELDS.has(field) ? FIRST_VERSION.exec(value)?.[0] : value.slice(0, 120);
  if (text !== undefined) Object.assign(env, { [field]: text });
}

/** "GPU 0,1,2,3: NVIDIA A100-SXM4-80GB": a name for each device. */
const GPU_LIST = /^\W{0,6}(?:GPU|NPU|XPU) (\d{1,3}(?:, ?\d{1,3}){0,63}): {0,8}(\S[^\n]{1,100})$/;
/** nvidia-smi's table: "|   0  NVIDIA H100 80GB HBM3          On  | …", and "GPU 0: NVIDIA H100 (UUID: …)". */
const SMI_ROW = /^\| {1,6}(\d{1,3}) {1,4}((?:NVIDIA|Tesla|GeForce|Quadro) [^|]{2,60}?) {2,40}(?:On|Off)/;
const SMI_HEAD = /Driver Version: (\d[\d.]{2,20})\s{1,40}CUDA Version: (\d{1,3}\.\d{1,3})/;
/** "8xH100", "2 * A100-80G", "4 RTX 4090", "8卡H20". */
const GPU_PROSE =
  /(?:(\d{1,3}) ?(?:x|X|\*|×|张|卡|块) ?|(?<!\d)(\d{1,2}) |\b)(?:NVIDIA |AMD |Nvidia |nvidia )?((?:A10G?|A30|A40|A100|A800|H20|H100|H200|H800|GH200|B200|B300|GB200|GB300|L4|L20|L40S?|T4|V100|P100|RTX ?(?:PRO ?)?\d{4}D?(?: ?Ti)?|RTX A\d000|MI\d{3}[AX]?|910[ABC]\d?|GB10|Jetson \w{2,8}|M[1-4] (?:Max|Ultra|Pro))(?:[- ](?:SXM\d?|PCIe|PCIE|NVL|\d{2,3} ?GB?|Super))?)\b/g;

function readGpus(env: Environment, listed: boolean[], line: string): void {
  const list = GPU_LIST.exec(line) ?? SMI_ROW.exec(line);
  if (list !== null) {
    if (!listed[0]) env.gpus.length = 0;
    listed[0] = true;
    const name = (list[2] ?? "").replace(/ \(UUID[^)]*\)?/, "").trim();
    if (/compute capability/i.test(line) || /^\d/.test(name)) return;
    for (const _ of (list[1] ?? "").split(",")) if (env.gpus.length < MAX_GPUS) env.gpus.push(name);
    return;
  }
  if (env.gpus.length > 0) return;
  GPU_PROSE.lastIndex = 0;
  const found = GPU_PROSE.exec(line);
  if (found === null) return;
  const count = Math.min(MAX_GPUS, Math.max(1, Number(found[1] ?? found[2] ?? 1)));
  for (let n = 0; n < count; n += 1) env.gpus.push((found[3] ?? "").trim());
}

const OS_NAME =
  /\b(Ubuntu|Debian|CentOS|RHEL|Rocky Linux|Fedora|AlmaLinux|openEuler|WSL2?|macOS|Windows)(?: (?:\d{1,2}(?:\.\d{1,2}){0,2}))?\b/;

/** Reads one line into the environment. `listed[0]` is true once a device list was seen. */
export function readMachine(env: Environment, listed: boolean[], whole: string): void {
  const line = whole.length > REACH ? whole.slice(0, REACH) : whole;
  const pair = readPair(line);
  if (pair !== null && Object.hasOwn(FIELDS, pair.key)) {
    const field = FIELDS[pair.key];
    if (field !== undefined) setField(env, field, pair.value);
  }
  if (line.includes("release ")) {
    const nvcc = /Cuda compilation tools, release (\d{1,3}\.\d{1,3})/.exec(line);
    if (nvcc !== null) env.cuda = nvcc[1] ?? env.cuda;
  }
  if (line.includes("Driver Version: ")) {
    const smi = SMI_HEAD.exec(line);
    if (smi !== null) {
      env.driver ??= smi[1] ?? null;
      env.cuda ??= smi[2] ?? null;
    }
  }
  if (line.includes("HIP version: ")) setField(env, "rocm", line.slice(line.indexOf("HIP version: ")));
  if (env.os === null) {
    const os = OS_NAME.exec(line);
    if (os !== null) env.os = os[0];
  }
  readGpus(env, listed, line);
}

/** Fills in what follows from the facts read: CUDA and ROCm from PyTorch's local version, the vendor from the devices. */
export function concludeMachine(env: Environment, text: { cann: boolean }): void {
  if (env.torch !== null) {
    const cu = /\+cu(\d{2})(\d)/.exec(env.torch);
    if (cu !== null) env.cuda ??= `${cu[1]}.${cu[2]}`;
    const rocm = /\+rocm(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)/.exec(env.torch);
    if (rocm !== null) env.rocm ??= rocm[1] ?? null;
  }
  const devices = env.gpus.join(" ");
  if (/NVIDIA|RTX|Tesla|GeForce|Quadro|\b[AHLBTV]\d{1,3}[GS]?\b|GH?B?[23]00|GB10|Jetson/.test(devices))
    env.vendor = "nvidia";
  else if (/AMD|MI\d{3}|Radeon|Instinct/.test(devices)) env.vendor = "amd";
  else if (/910|Ascend/.test(devices)) env.vendor = "ascend";
  else if (/Intel|Arc |Max 1\d{3}/.test(devices)) env.vendor = "intel";
  else if (/M[1-4] /.test(devices)) env.vendor = "apple";
  else if (env.rocm !== null) env.vendor = "amd";
  else if (text.cann) env.vendor = "ascend";
  else if (env.cuda !== null) env.vendor = "nvidia";
}
