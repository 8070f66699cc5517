/** The grammar's pieces: what stands around an error in real reports. Written for the tests. */

/** Lines of logs and of prose that no error stands in, however they sound. */
export const HARMLESS_LOG = [
  "[2025-08-14 17:49:51 TP0] Load weight begin. avail mem=78.50 GB",
  "[2025-08-14 17:49:58 TP3] Load weight end. type=Qwen3ForCausalLM, dtype=torch.bfloat16, avail mem=62.91 GB, mem usage=15.59 GB.",
  '[2025-08-14 17:50:01] INFO:     127.0.0.1:48882 - "GET /health HTTP/1.1" 200 OK',
  '[2025-08-14 17:50:01] INFO:     10.12.0.7:51234 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
  "[2025-08-14 17:50:02 TP0] Prefill batch. #new-seq: 1, #new-token: 8192, #cached-token: 0, token usage: 0.03, #running-req: 0, #queue-req: 11",
  "[2025-08-14 17:50:03 TP0] Decode batch. #running-req: 12, #token: 7021, token usage: 0.04, gen throughput (token/s): 512.33, #queue-req: 0",
  "[2025-08-14 17:49:40] server_args=ServerArgs(model_path='/models/q', tokenizer_path='/models/q', tp_size=8, host='0.0.0.0', port=30000, log_level='info', crash_dump_folder=None, nccl_port=None, watchdog_timeout=300)",
  "Loading safetensors checkpoint shards:  25% Completed | 1/4 [00:01<00:04,  1.34s/it]",
  "Capturing batches (bs=64 avail_mem=7.31 GB):  30%|███       | 7/23 [00:06<00:11,  1.20it/s]",
  "node7:1832:1832 [0] NCCL INFO NET/Plugin: Could not find: libnccl-net.so. Using internal network plugin.",
  "gpu-3:91:402 [3] NCCL INFO Failed to open libibverbs.so[.1]",
  "2025-08-14 17:49:33.104520: E external/local_xla/xla/stream_executor/cuda/cuda_fft.cc:467] Unable to register cuFFT factory: Attempting to register factory for plugin cuFFT when one has already been registered",
  "E0000 00:00:1755193773.291190     616 cuda_dnn.cc:8579] Unable to register cuDNN factory: Attempting to register factory for plugin cuDNN when one has already been registered",
  "/opt/venv/lib/python3.12/site-packages/torch/cuda/__init__.py:63: FutureWarning: The pynvml package is deprecated. Please install nvidia-ml-py instead.",
  "WARNING:sglang.srt.models.registry:Ignore import error when loading sglang.srt.models.midashenglm: No module named 'torchaudio'",
  'loc("/opt/venv/lib/python3.12/site-packages/sglang/srt/layers/attention/triton_ops/decode_attention.py":310:16): error: operation scheduled before its operands',
  "Token indices sequence length is longer than the specified maximum sequence length for this model (41234 > 32768). Running this sequence through the model will result in indexing errors",
  "eth0: RX errors 0  dropped 0  overruns 0  frame 0",
  "[2025-08-14 17:49:44] INFO loader: retry_on_error=True max_errors=3 error_rate=0.0",
  "[2025-08-14 17:49:46 TP0] Init torch distributed ends. mem usage=1.04 GB",
  "*****************************************",
  "",
];

/** What comes after an error and because of it. */
export const CONSEQUENCES: string[][] = [
  ["[2025-08-14 17:50:09] Received sigquit from a child process. It usually means the child failed."],
  ["Killed"],
  ["[2025-08-14 17:50:09] Child process unexpectedly failed with exitcode=131. pid=15623"],
  [
    "/usr/lib/python3.12/multiprocessing/resource_tracker.py:279: UserWarning: resource_tracker: There appear to be 1 leaked shared_memory objects to clean up at shutdown",
  ],
  [
    "Traceback (most recent call last):",
    '  File "/usr/lib/python3.12/multiprocessing/resource_tracker.py", line 239, in main',
    "    cache[rtype].remove(name)",
    "KeyError: '/mp-kbbyhuoo'",
  ],
  [
    "Traceback (most recent call last):",
    '  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/entrypoints/engine.py", line 911, in _wait_for_scheduler_ready',
    "    data = reader.recv()",
    '  File "/usr/lib/python3.12/multiprocessing/connection.py", line 250, in recv',
    "    buf = self._recv_bytes()",
    "EOFError",
  ],
  [
    "Traceback (most recent call last):",
    '  File "/usr/lib/python3.12/asyncio/queues.py", line 158, in get',
    "    await getter",
    "asyncio.exceptions.CancelledError",
  ],
  [
    "[rank3]:[W814 17:50:10.118273645 ProcessGroupNCCL.cpp:1496] Warning: WARNING: destroy_process_group() was not called before program exit, which can leak resources.",
  ],
  ["Fatal Python error: Aborted"],
  ["curl: (52) Empty reply from server"],
];

/** Prose before and after, in the languages reporters write. */
export const PROSE = [
  "Hello, I tried to start the server on a fresh machine and it stops after a while.",
  "It worked with the release before, so this is a regression I think.",
  "我在八卡机器上启动服务，日志如下，请问怎么解决？",
  "请帮忙看看，谢谢！",
  "서버를 시작하면 아래와 같은 로그가 나옵니다.",
  "- it worked yesterday",
  "- I did not change the command",
  "The model is on a network disk; loading takes about ten minutes.",
  "![image](https://example.org/screenshot.png)",
  "Thanks a lot!",
  "",
];

export const CHECKLIST = [
  "### Checklist",
  "",
  "- [x] 1. I have searched related issues but cannot get the expected help.",
  "- [x] 2. The bug has not been fixed in the latest version.",
  "- [ ] 3. Without environment info and a minimal reproducible demo an error is hard to find.",
  "",
  "### Describe the bug",
  "",
];

export const REPRODUCTION = [
  "",
  "### Reproduction",
  "",
  "```bash",
  "python3 -m sglang.launch_server --model-path /models/q --tp 8 --port 30000 --trust-remote-code",
  "```",
  "",
];

export const ENVIRONMENT = [
  "### Environment",
  "",
  "```",
  "Python: 3.12.3 (main, Jun 18 2025, 17:59:45) [GCC 13.3.0]",
  "CUDA available: True",
  "GPU 0,1,2,3,4,5,6,7: NVIDIA H100 80GB HBM3",
  "CUDA_HOME: /usr/local/cuda",
  "PyTorch: 2.8.0+cu128",
  "sglang: 0.5.3",
  "sgl_kernel: 0.3.14.post1",
  "flashinfer_python: 0.4.0",
  "vllm: Module Not Found",
  "xgrammar: 0.1.25",
  "Hypervisor vendor: KVM",
  "ulimit soft: 1048576",
  "```",
];

/** Client code and other text with words of failure, met by nobody. */
export const CONFUSERS: string[][] = [
  [
    "```python",
    "try:",
    "    answer = client.generate(prompt)",
    "except TimeoutError as error:",
    '    print(f"request failed: {error}")',
    "    raise RuntimeError('no answer') from error",
    "```",
  ],
  ["| flag | meaning |", "|---|---|", "| `--watchdog-timeout` | seconds until a hanging server is ended |"],
  ["<!-- paste the error here, if there is any -->"],
  ["```mermaid", "graph LR", "  A[request] --> B{error?}", "```"],
  ["I set `log_errors=True` and `raise_on_error=False` before."],
];

/** Installations differ in where files lie. */
export const ROOTS = [
  "/sgl-workspace/sglang/python/",
  "/opt/venv/lib/python3.12/site-packages/",
  "/home/me/miniconda3/envs/sgl/lib/python3.10/site-packages/",
  "/usr/local/lib/python3.10/dist-packages/",
  "/mnt/c/work/sglang/python/",
];

/** Values for a template's holes. */
export const VALUES = [
  "7",
  "131072",
  "0.85",
  "fp8_e4m3",
  "'triton'",
  "/models/Qwen3-8B",
  "torch.float16",
  "['a', 'b']",
  "model.layers.0.mlp.gate_proj.weight",
  "(1, 128)",
  "None",
  "10.0.0.1:30000",
];
