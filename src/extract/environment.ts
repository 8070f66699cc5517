/** What a report says of the reporter's machine. */
import type { Environment } from "./report.ts";

export function readEnvironment(_texts: string[]): Environment {
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
