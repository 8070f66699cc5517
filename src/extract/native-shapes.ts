/**
 * The shapes of failures that are no Python exceptions, one row each; `native.ts` reads lines by them, in this order.
 */
import type { Strength } from "./finding.ts";

export interface NativeShape {
  shape: string;
  /** The literal that must stand in the line. */
  needle: string;
  /** The message begins at the needle, behind it, or at the line's start. */
  from: "needle" | "behind" | "line";
  strength: Strength;
  role?: "consequence" | "wrapper";
  /** A further literal that must stand in the line. */
  also?: string;
  /** What the text must look like, where literals do not tell; only tried where the needle stands. */
  like?: RegExp;
  /** The message begins at the last such literal in front of the needle, where one stands there. */
  begin?: string;
  errorClass?: string;
  continues?: boolean;
}

/** What a shell says of a program that a signal ended, in the order that it is looked for. */
const SIGNALS: [words: string, role?: "consequence"][] = [
  ["Segmentation fault"],
  ["Bus error"],
  ["Illegal instruction"],
  ["Trace/breakpoint trap"],
  ["Floating point exception"],
  // abort() after a C++ error; a key or a parent process that ends all its children.
  ["Aborted", "consequence"],
  ["Quit", "consequence"],
];

function coreDump([words, role]: (typeof SIGNALS)[number]): NativeShape {
  const dumped: NativeShape = {
    shape: words === "Segmentation fault" ? "segfault" : "core-dump",
    needle: "(core dumped)",
    also: words,
    like: new RegExp(`(?:^|[^\\w])${words} {1,40}\\(core dumped\\)`),
    begin: words,
    from: "needle",
    strength: "named",
  };
  return role === undefined ? dumped : { ...dumped, role };
}

export const NATIVE_SHAPES: readonly NativeShape[] = [
  { shape: "cuda-assert", needle: "Assertion `", also: "failed", from: "line", strength: "trace" },
  { shape: "cuda-assert", needle: "] Assertion ", also: ", thread: [", from: "line", strength: "trace" },
  { shape: "cuda-assert", needle: "Assertion '", also: "' failed.", from: "line", strength: "trace" },
  { shape: "c-assert", needle: "Assertion `", also: "' failed.", from: "line", strength: "trace" },
  { shape: "kernel-assert", needle: "Assertion failed", from: "needle", strength: "trace" },
  { shape: "kernel-assert", needle: "Failed: Assertion error ", from: "needle", strength: "trace" },
  { shape: "cuda-failed", needle: "Failed: Cuda error ", from: "needle", strength: "trace" },
  { shape: "cuda-failed", needle: "Failed: CUDA error ", from: "needle", strength: "trace" },
  { shape: "cxx-what", needle: "what():  ", from: "behind", strength: "trace", continues: true },
  { shape: "fatal-python", needle: "Fatal Python error: ", from: "needle", strength: "trace" },
  {
    shape: "nccl-watchdog",
    needle: "Process group watchdog thread terminated",
    from: "needle",
    strength: "trace",
  },
  {
    shape: "nccl-watchdog",
    needle: "Watchdog caught collective operation timeout",
    from: "needle",
    strength: "trace",
  },
  { shape: "signal", needle: "Caught signal ", from: "needle", strength: "trace" },
  { shape: "gpu-fault", needle: "Memory access fault by GPU", from: "needle", strength: "trace" },
  {
    shape: "gpu-fault",
    needle: "retry page fault (",
    also: "amdgpu",
    begin: "amdgpu: [",
    from: "line",
    strength: "named",
  },
  { shape: "gpu-fault", needle: "NVRM: Xid (", from: "needle", strength: "named" },
  { shape: "hip-symbol", needle: "Cannot find Symbol with name", from: "needle", strength: "trace" },
  { shape: "loader", needle: "symbol lookup error:", from: "needle", strength: "trace" },
  { shape: "loader", needle: "error while loading shared libraries:", from: "needle", strength: "trace" },
  { shape: "linker", needle: "undefined reference to ", from: "needle", strength: "named" },
  { shape: "linker", needle: "/ld: cannot find ", from: "line", strength: "named" },
  { shape: "compiler", needle: "fatal error: ", also: ": No such file", from: "line", strength: "named" },
  { shape: "compiler", needle: ": fatal error: ", from: "line", strength: "named" },
  { shape: "compiler", needle: "): error: ", from: "line", strength: "named" },
  {
    shape: "compiler",
    needle: ": error: ",
    like: /^[^\s:]{1,300}:\d{1,7}(?::\d{1,5})?: error: /,
    from: "line",
    strength: "named",
  },
  { shape: "compiler", needle: "ptxas error ", from: "needle", strength: "named" },
  { shape: "compiler", needle: "nvcc fatal", from: "needle", strength: "named" },
  { shape: "compiler", needle: "ptxas fatal", from: "needle", strength: "named" },
  { shape: "compiler", needle: "CMake Error at ", from: "needle", strength: "named", continues: true },
  { shape: "kernel-built-for", needle: "FATAL: kernel `", from: "needle", strength: "named" },
  { shape: "compiler", needle: "LLVM ERROR:", from: "needle", strength: "trace" },
  {
    shape: "compile-failed",
    needle: "NVCC compilation failed",
    from: "needle",
    strength: "named",
    continues: true,
  },
  {
    shape: "compile-failed",
    needle: "NVRTC compilation failed",
    from: "needle",
    strength: "named",
    continues: true,
  },
  { shape: "sanitizer", needle: "Invalid global write of size", from: "needle", strength: "named" },
  { shape: "sanitizer", needle: "Invalid global read of size", from: "needle", strength: "named" },
  { shape: "nvshmem", needle: "non-zero status: ", from: "line", strength: "named" },
  { shape: "nvshmem", needle: "NVSHMEM API called before", from: "needle", strength: "named" },
  { shape: "nccl-warn", needle: " NCCL WARN ", from: "behind", strength: "named" },
  { shape: "cuda-init", needle: "CUDA initialization: ", from: "needle", strength: "named" },
  { shape: "hip-call", needle: "[HIP error](", begin: "fail to call ", from: "line", strength: "named" },
  { shape: "hip-call", needle: "fail to call hip", from: "needle", strength: "named" },
  { shape: "draft-tree", needle: "invalid eagle tree", from: "needle", strength: "named" },
  { shape: "draft-tree", needle: "a token with no parent token selected", from: "line", strength: "named" },
  {
    shape: "graph-failed",
    needle: "CUDA Graph failed with error: ",
    begin: "Piecewise ",
    from: "needle",
    strength: "named",
  },
  { shape: "root-cause", needle: "- Root cause: ", from: "behind", strength: "named" },
  { shape: "cuda-error", needle: "CUDA error: ", from: "needle", strength: "named", continues: true },
  { shape: "hip-error", needle: "HIP error: ", from: "needle", strength: "named", continues: true },
  { shape: "triton-error", needle: "Triton Error [", from: "needle", strength: "named" },
  {
    shape: "triton-resource",
    needle: "out of resource: ",
    also: "Required: ",
    from: "needle",
    strength: "named",
  },
  { shape: "triton-type", needle: " not supported in this architecture", from: "line", strength: "named" },
  { shape: "out-of-memory", needle: "CUDA out of memory. ", from: "needle", strength: "named" },
  {
    shape: "kernel-resource",
    needle: "too many resources requested for launch",
    from: "line",
    strength: "named",
  },
  { shape: "dynamo-limit", needle: "torch._dynamo hit config.", from: "needle", strength: "named" },
  { shape: "leak", needle: "leak detected", from: "line", strength: "named" },
  { shape: "architecture", needle: "Unsupported architectures: ", from: "needle", strength: "named" },
  {
    shape: "rayon",
    needle: "ThreadPoolBuildError {",
    from: "line",
    strength: "trace",
    errorClass: "ThreadPoolBuildError",
  },
  { shape: "ascend", needle: "EZ9999: ", from: "needle", strength: "named", continues: true },
  { shape: "ascend", needle: "EE9999: ", from: "needle", strength: "named", continues: true },
  { shape: "ascend", needle: " ERR0", also: "failed", from: "behind", strength: "named" },
  { shape: "proxy-page", needle: "The system returned: ", from: "line", strength: "named" },
  { shape: "port-in-use", needle: "address already in use", from: "line", strength: "named" },
  ...SIGNALS.map(coreDump),
  { shape: "router", needle: "No available servers: ", from: "needle", strength: "named" },
  {
    shape: "router",
    needle: "Removing failed worker: ",
    from: "needle",
    strength: "named",
    role: "consequence",
  },
  {
    shape: "router-timeout",
    needle: " to become healthy",
    also: "Timeout ",
    from: "line",
    strength: "named",
  },
  { shape: "watchdog", needle: "atchdog timeout", from: "line", strength: "named" },
  { shape: "nan", needle: "Detected errors during sampling", from: "needle", strength: "named" },
  { shape: "transfer", needle: " transfer failed for request", from: "line", strength: "named" },
  { shape: "health", needle: "Health check failed.", from: "needle", strength: "named" },
  {
    shape: "resolver",
    needle: "No solution found when resolving dependencies",
    from: "needle",
    strength: "named",
    continues: true,
  },
  {
    shape: "resolver",
    needle: "was not found in the package registry",
    begin: "Because ",
    from: "line",
    strength: "named",
  },
  {
    shape: "resolver",
    needle: "we can conclude that ",
    begin: "Because ",
    also: "Because ",
    from: "line",
    strength: "named",
  },
  { shape: "rust-compiler", needle: "error[E0", from: "needle", strength: "named" },
  { shape: "docker", needle: "Error response from daemon: ", from: "needle", strength: "named" },
  { shape: "gpu-lost", needle: "GPU has fallen off the bus", from: "line", strength: "named" },
  {
    shape: "gpu-lost",
    needle: "Unable to determine the device handle for GPU",
    from: "needle",
    strength: "named",
  },
  { shape: "nvml", needle: "Failed to initialize NVML: ", from: "needle", strength: "stated" },
  {
    shape: "grammar",
    needle: "accept_token failed for req",
    also: "Tokens not accepted",
    from: "line",
    strength: "named",
  },
  {
    shape: "architecture",
    needle: "is not compatible with the current PyTorch installation",
    also: " with CUDA capability sm_",
    from: "line",
    strength: "named",
    role: "consequence",
  },
  { shape: "curl", needle: "curl: (", from: "needle", strength: "stated" },
  {
    shape: "pip",
    needle: "error: subprocess-exited-with-error",
    from: "needle",
    strength: "stated",
    role: "wrapper",
  },
  {
    shape: "pip",
    needle: " did not run successfully",
    like: /^× .{1,300} did not run successfully/,
    from: "line",
    strength: "stated",
    role: "wrapper",
  },
  {
    shape: "pip",
    needle: "The conflict is caused by:",
    from: "needle",
    strength: "stated",
    continues: true,
    // pip's own ERROR line above says what could not be installed.
    role: "consequence",
  },
  { shape: "ninja", needle: "ninja: build stopped", from: "needle", strength: "named", role: "wrapper" },
  { shape: "segfault", needle: "Segmentation fault", from: "needle", strength: "stated" },
  {
    shape: "http-status",
    needle: '" 500 Internal Server Error',
    from: "line",
    strength: "stated",
    role: "consequence",
  },
];
