import { describe, expect, test } from "vitest";
import { readEnvironment } from "../../src/extract/environment.ts";

const CHECK_ENV = `### Environment

Python: 3.12.9 | packaged by conda-forge | (main, Mar  4 2025, 22:48:41) [GCC 13.3.0]
CUDA available: True
GPU 0,1,2,3: NVIDIA H100 80GB HBM3
GPU 0,1,2,3 Compute Capability: 9.0
CUDA_HOME: /usr/local/cuda
NVCC: Cuda compilation tools, release 12.8, V12.8.93
CUDA Driver Version: 570.124.06
PyTorch: 2.6.0+cu124
sglang: 0.4.6.post1
sgl_kernel: 0.1.0
flashinfer_python: 0.2.5
triton: 3.2.0
transformers: 4.51.1
torchao: 0.10.0
vllm: Module Not Found
NVIDIA Topology: 
        GPU0    GPU1
`;

const ROCM = `ROCM available: True
GPU 0: AMD Instinct MI300X
GPU 1: AMD Instinct MI300X
ROCM_HOME: /opt/rocm
HIPCC: HIP version: 6.3.42131-fa1d09cbd
ROCM Driver Version: 6.10.5
PyTorch: 2.6.0a0+git8d4926e
sglang: 0.4.9
flashinfer: Module Not Found`;

describe("SGLang's version", () => {
  test.each([
    ["check_env", "sglang: 0.4.6.post5", "0.4.6.post5"],
    ["check_env, CRLF", "sglang: 0.4.6.post5\r\ntriton: 3.2.0\r", "0.4.6.post5"],
    ["check_env with bold key", "**sglang**: 0.4.6.post5", "0.4.6.post5"],
    ["local suffix is left out", "sglang: 0.5.3+g1a2b3c4", "0.5.3"],
    ["release candidate", "sglang: 0.5.0rc2", "0.5.0rc2"],
    ["development build", "sglang: 0.5.3.dev12", "0.5.3.dev12"],
    ["pip list", "sglang                            0.4.5          /sgl-workspace/sglang/python", "0.4.5"],
    ["pip freeze", "sgl-kernel==0.1.0\nsglang==0.4.8\nsglang-router==0.1.4", "0.4.8"],
    ["table", "| sglang | 0.4.5 |", "0.4.5"],
    [
      "pip's log",
      "Requirement already satisfied: sglang[all] in /opt/lib/python3.12/site-packages (0.4.7)",
      "0.4.7",
    ],
    ["docker image", "I use lmsysorg/sglang:v0.5.3-cu129 on it", "0.5.3"],
    ["docker image with post release", "image: lmsysorg/sglang:v0.4.6.post2-rocm630", "0.4.6.post2"],
    ["prose", "I run sglang 0.4.6.post5 on two nodes", "0.4.6.post5"],
    ["prose, version is", "SGLang version is v0.4.1", "0.4.1"],
    ["prose, in brackets", "latest SGLang (v0.4.7.post1)", "0.4.7.post1"],
    ["prose, hyphen", "loaded with `sglang-v0.4.6.post1`", "0.4.6.post1"],
    ["prose, equals", "(based on sglang=0.4.5，sgl-kernel=0.0.5)", "0.4.5"],
    ["prose, Chinese", "使用sglang版本0.4.5启动", "0.4.5"],
    ["prose, two numbers", "sglang 0.30 runs it", "0.30"],
    ["prose, link", "sglang version [v0.1.16](https://example.org)", "0.1.16"],
    ["own line", "Version: v0.4.2 built from source", "0.4.2"],
    ["clone of a tag", "git clone -b v0.4.2.post1 https://github.com/sgl-project/sglang.git", "0.4.2.post1"],
    ["using version", "I'm using version 0.4.6.post1 and get an error", "0.4.6.post1"],
    ["four parts", "sglang: 0.4.1.4", "0.4.1.4"],
    ["four parts in pip's list", "sglang                   0.4.1.4+cu126", "0.4.1.4"],
    ["main and a release", "### Environment\n\nmain and 0.5.14", "0.5.14"],
    ["latest main, and a release", "### Version\n\n- latest main, v0.5.9", "0.5.9"],
    ["a release alone on its line", "### Environment\n\n0.5.9.post1", "0.5.9.post1"],
    ["image under another name", "docker run registry.example/x/sglang-repo:v0.4.1-mine01 serve", "0.4.1"],
    [
      "pip's requirement that is there",
      "Requirement already satisfied: sglang[all]>=0.4.4 in /usr/lib/x (0.4.5)",
      "0.4.5",
    ],
    ["pip's conflict", "widget 1.0 requires sglang==0.4.3, but you have sglang 0.4.6", "0.4.6"],
    [
      "check_env beats image and prose",
      "works with sglang 0.3.0\nlmsysorg/sglang:v0.4.1-cu124\nsglang: 0.4.2",
      "0.4.2",
    ],
    ["image beats prose", "I saw it with sglang 0.3.0, too\nlmsysorg/sglang:v0.4.1-cu124", "0.4.1"],
    ["prose beats requirement", 'pip install "sglang>=0.4.0"\nI run sglang 0.4.2', "0.4.2"],
    ["of two lists the newer", "sglang: 0.3.5\n\nsglang: 0.4.1.post5", "0.4.1.post5"],
    ["other packages have versions, too", "sglang-router 0.1.4\nsgl_kernel: 0.0.5", null],
    ["image without a version", "lmsysorg/sglang:latest", null],
    [
      "a path is no statement",
      '  File "/x/vllm-0.6.3/lib/python3.12/site-packages/sglang/a.py", line 3, in f',
      null,
    ],
    ["checklist", "- [x] 2. The bug has not been fixed in the latest version 9.9.9.", null],
    ["nothing", "it hangs", null],
  ])("%s", (_, text, version) => {
    expect(readEnvironment(["title", text]).sglang).toBe(version);
  });

  test("in the title", () => {
    expect(readEnvironment(["[Bug] it crashes in 0.4.5", ""]).sglang).toBe("0.4.5");
  });
});

describe("a report that names several releases", () => {
  /** Title, text, and which release runs. */
  test.each([
    [
      "a padded column beats the title",
      "widget fails with sglang 0.56",
      "ray\t     : 2.52.1\nsglang\t     : 0.5.6.post1",
      "0.5.6.post1",
    ],
    [
      "a row of a list beats a sentence",
      "it hangs",
      "the bundled sglang version is v0.1.16\n\nPython 3.10\nsglang 0.3.0",
      "0.3.0",
    ],
    [
      "what runs beats what the title compares",
      "Installing sglang 0.5.11 on the old driver",
      "I am using `h7`, `sglang0.5.12`, `cuda12.9`.",
      "0.5.12",
    ],
    [
      "a sentence does not beat the title",
      "[Bug] sglang 0.5.11 hangs",
      "The older sglang 0.5.2 was fine.",
      "0.5.11",
    ],
    ["AMD's image", "[ROCm] hangs on `rocm/sgl-dev:v0.5.11-rocm720-mi35x-20260510`", "no log", "0.5.11"],
    [
      "AMD's image in a sentence",
      "it hangs",
      "Seen with `rocm/sgl-dev:v0.5.19-rocm10-mi30x-*` on both machines.",
      "0.5.19",
    ],
    ["Chinese for the latest version", "sglang 最新版0.5.3rc0 也不行", "没有日志", "0.5.3rc0"],
    [
      "under a heading of the description",
      "it hangs",
      "### Bug Description\nI took the `v0.5.5.post3` docker image; `v0.5.4` is fine.",
      "0.5.5.post3",
    ],
    [
      "a pod's name is no version of the router",
      "it hangs",
      "sglang-router-7795f6d-x2: I went to v0.1.7, no change",
      null,
    ],
  ])("%s", (_, title, text, version) => {
    expect(readEnvironment([title, text]).sglang).toBe(version);
  });
});

describe("numbers that are not the running SGLang's", () => {
  test.each([
    ["a requirement", 'pip install "sglang[all]>=0.4.5"'],
    ["a requirement in a message", "The 'sglang>=0.4.5' distribution was not found"],
    ["what another package asks for", "widget 1.0 requires sglang==0.4.3"],
    ["another library by its name", "timeout when using NVSHMEM v3.5.19"],
    ["another library of the same series", "hangs with mooncake v0.3.2"],
    ["a library's minimum", "`Exception: flashinfer with minimum required version 0.1.6 is not installed`"],
    ["the router's image", "docker run -it lmsysorg/sglang-router:v0.2.3 --help"],
    ["the router's package", "sglang-router==0.2.3"],
    ["a kernel package", "it fails with sgl-kernel 0.1.9"],
    ["another series", "### Version\n\n2.0.3"],
    ["an address", "sglang --host 0.0.0.0 --dist-init-addr 10.0.0.1:5000"],
  ])("%s", (_, text) => {
    expect(readEnvironment([text, `### Environment\n\n${text}`]).sglang).toBeNull();
  });
});

describe("commit", () => {
  test.each([
    [
      "built from main, latest commit 40e53d65cbb8b609a6ff8e977d2318044d0f0ee0",
      "40e53d65cbb8b609a6ff8e977d2318044d0f0ee0",
    ],
    ["main branch at 1a2b3c4", "1a2b3c4"],
    ["main@1a2b3c4", "1a2b3c4"],
    ["commit id: `1a2b3c4d`", "1a2b3c4d"],
    ["the commit defaced it", null],
    ["no commit at all", null],
  ])("%s", (text, commit) => {
    expect(readEnvironment(["", text]).commit).toBe(commit);
  });
});

describe("machine", () => {
  test("check_env on NVIDIA", () => {
    expect(readEnvironment(["", CHECK_ENV])).toMatchObject({
      sglang: "0.4.6.post1",
      python: "3.12.9",
      torch: "2.6.0+cu124",
      cuda: "12.8",
      driver: "570.124.06",
      triton: "3.2.0",
      flashinfer: "0.2.5",
      transformers: "4.51.1",
      sglKernel: "0.1.0",
      vllm: null,
      gpus: Array(4).fill("NVIDIA H100 80GB HBM3"),
      vendor: "nvidia",
    });
  });

  test("check_env on AMD", () => {
    expect(readEnvironment(["", ROCM])).toMatchObject({
      sglang: "0.4.9",
      torch: "2.6.0a0+git8d4926e",
      rocm: "6.3.42131-fa1d09cbd",
      driver: "6.10.5",
      flashinfer: null,
      cuda: null,
      gpus: ["AMD Instinct MI300X", "AMD Instinct MI300X"],
      vendor: "amd",
    });
  });

  test("nvidia-smi", () => {
    const text = [
      "| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |",
      "|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |",
      "|   1  NVIDIA A100-SXM4-80GB          On  |   00000000:0A:00.0 Off |                    0 |",
    ].join("\n");
    expect(readEnvironment(["", text])).toMatchObject({
      driver: "550.54.15",
      cuda: "12.4",
      gpus: ["NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB"],
      vendor: "nvidia",
    });
  });

  test.each([
    ["on 8xH100", 8, "H100", "nvidia"],
    ["with 4 * A100-80G", 4, "A100-80G", "nvidia"],
    ["two RTX 4090", 1, "RTX 4090", "nvidia"],
    ["8卡H20", 8, "H20", "nvidia"],
    ["on MI300X", 1, "MI300X", "amd"],
    ["on Ascend 910B", 1, "910B", "ascend"],
    ["on a B200", 1, "B200", "nvidia"],
  ])("prose: %s", (text, count, name, vendor) => {
    const env = readEnvironment(["", text]);
    expect(env.gpus).toEqual(Array(count).fill(name));
    expect(env.vendor).toBe(vendor);
  });

  test("nothing said is null, not a guess", () => {
    expect(readEnvironment(["it hangs", "it just hangs"])).toMatchObject({
      gpus: [],
      vendor: null,
      cuda: null,
      os: null,
    });
  });

  test("operating system", () => {
    expect(readEnvironment(["", "OS: Ubuntu 22.04 LTS"]).os).toBe("Ubuntu 22.04 LTS");
    expect(readEnvironment(["", "I use WSL2 at home"]).os).toBe("WSL2");
  });
});

describe("launch command", () => {
  test("over several lines", () => {
    const env = readEnvironment([
      "",
      [
        "```bash",
        "CUDA_VISIBLE_DEVICES=0,1 python3 -m sglang.launch_server \\",
        "  --model-path acme/widget-7b \\",
        "  --tp 8 --dp=2 \\",
        "  --enable-dp-attention \\",
        "  --json-model-override-args '{\"a\": 1}' \\",
        "  --cuda-graph-bs 1 2 4 > log.txt 2>&1 &",
        "echo --not-a-flag",
        "```",
      ].join("\n"),
    ]);
    expect(env.model).toBe("acme/widget-7b");
    expect(env.flags).toEqual({
      "--model-path": "acme/widget-7b",
      "--tp": "8",
      "--dp": "2",
      "--enable-dp-attention": "",
      "--json-model-override-args": '{"a": 1}',
      "--cuda-graph-bs": "1 2 4",
    });
  });

  test("in a code span, with the prose behind it left out", () => {
    const env = readEnvironment([
      "",
      "I run `python -m sglang.launch_server --model acme/w --tp 2` and --foo fails",
    ]);
    expect(env.flags).toEqual({ "--model": "acme/w", "--tp": "2" });
  });

  test("sglang serve with a positional model", () => {
    const env = readEnvironment(["", "sglang serve acme/w --port 30000"]);
    expect(env.model).toBe("acme/w");
    expect(env.flags).toEqual({ "--port": "30000" });
  });

  test("docker run", () => {
    const env = readEnvironment([
      "",
      "docker run --gpus all --shm-size 32g -p 30000:30000 lmsysorg/sglang:v0.5.3-cu129 python3 -m sglang.launch_server --model-path acme/w",
    ]);
    expect(env.image).toBe("lmsysorg/sglang:v0.5.3-cu129");
    expect(env.sglang).toBe("0.5.3");
    expect(env.model).toBe("acme/w");
    expect(env.flags).toEqual({ "--model-path": "acme/w" });
  });
});
