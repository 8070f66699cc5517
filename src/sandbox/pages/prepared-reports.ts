/** Reports to click, in the shapes that real ones have. All text is ours; messages and paths are facts. */
export interface PreparedReport {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly body: string;
}

const fence = "```";

export const preparedReports: readonly PreparedReport[] = [
  {
    key: "pd-dcp-geometry",
    label: "PD + DCP: KV geometry differs",
    title: "[Bug] decode worker dies on the first request when DCP is on",
    body: `### Describe the bug

Prefill and decode run on two nodes. As soon as the first request comes in the prefill side raises this and the transfer never finishes:

${fence}
[2026-03-11 09:14:52 TP2] Scheduler hit an exception: Traceback (most recent call last):
  File "/sgl-workspace/sglang/python/sglang/srt/managers/scheduler.py", line 3114, in run_scheduler_process
    scheduler.event_loop_normal_disagg_prefill()
  File "/sgl-workspace/sglang/python/sglang/srt/disaggregation/mooncake/conn.py", line 642, in send_kvcache
    self._check_geometry(src_token_lens, dst_token_lens)
RuntimeError: PD DCP source/destination KV geometry differs: src=[1152, 1152], dst=[576, 576]
[2026-03-11 09:14:53] Received sigquit from a child process. It usually means the child failed.
${fence}

### Reproduction

${fence}bash
python -m sglang.launch_server --model-path /models/mla-base --tp 8 --dcp-size 2 --disaggregation-mode prefill
${fence}

### Environment

Python: 3.12.3
GPU 0,1,2,3,4,5,6,7: NVIDIA H20
PyTorch: 2.9.1+cu129
sglang: 0.5.9
`,
  },
  {
    key: "cuda-out-of-memory",
    label: "CUDA out of memory",
    title: "OOM while capturing graphs on a 24 GB card",
    body: `Started the server with the default flags and it stops during start-up. Is there a way to make it fit?

${fence}
[2026-02-02 21:40:03 TP0] Load weight end. type=Qwen3ForCausalLM, avail mem=3.11 GB.
[2026-02-02 21:40:09 TP0] Scheduler hit an exception: Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/sglang/srt/model_executor/cuda_graph_runner.py", line 371, in __init__
    self.capture()
  File "/opt/venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1762, in _call_impl
    return forward_call(*args, **kwargs)
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 594.00 MiB. GPU 0 has a total capacity of 23.64 GiB of which 310.12 MiB is free. Including non-PyTorch memory, this process has 23.32 GiB memory in use.
${fence}

Python 3.11, torch 2.8.0+cu128, sglang 0.5.4, RTX 4090
`,
  },
  {
    key: "flashinfer-missing",
    label: "flashinfer is not installed",
    title: "ModuleNotFoundError right after pip install",
    body: `Fresh virtual environment, then:

    pip install sglang
    python -m sglang.launch_server --model-path some/model

    Traceback (most recent call last):
      File "/home/kim/venv/lib/python3.10/site-packages/sglang/srt/layers/attention/flashinfer_backend.py", line 37, in <module>
        from flashinfer import BatchDecodeWithPagedKVCacheWrapper
    ModuleNotFoundError: No module named 'flashinfer'

What did I miss?
`,
  },
  {
    key: "triton-shared-memory",
    label: "Triton: out of resource, shared memory",
    title: "[Bug] prefill kernel does not fit on my card",
    body: `**Describe the bug**

The first long prompt kills the worker, short ones are fine. The last lines are

> [2026-01-19 08:02:44 TP0] Scheduler hit an exception: Traceback (most recent call last):
>   File "/usr/local/lib/python3.12/dist-packages/sglang/srt/layers/attention/triton_ops/extend_attention.py", line 391, in extend_attention_fwd
>     _fwd_kernel[grid](
> triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 106496, Hardware limit: 101376. Reducing block sizes or \`num_stages\` may help.

GPU: NVIDIA RTX A6000, triton 3.4.0, sglang 0.5.3
`,
  },
  {
    key: "unsupported-architecture",
    label: "Model architecture is not supported",
    title: "Cannot serve my fine-tune: architectures not supported",
    body: `I converted a checkpoint and get this at start. No logs besides it.

ValueError: Model architectures ['FalconH1ForCausalLM'] are not supported for now. Supported architectures: dict_keys(['LlamaForCausalLM', 'Qwen2ForCausalLM'])

Is it planned? sglang 0.4.6.post2
`,
  },
  {
    key: "nccl-timeout",
    label: "NCCL watchdog time-out between ranks",
    title: "两机部署 NCCL 超时 (hangs, then watchdog)",
    body: `两台机器，每台 8 卡，启动后第一次请求就卡住，十分钟后退出：

${fence}
[rank9]:[E311 03:20:18.402117663 ProcessGroupNCCL.cpp:629] [Rank 9] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41, OpType=ALLREDUCE, NumelIn=7168, NumelOut=7168, Timeout(ms)=600000) ran for 600029 milliseconds before timing out.
${fence}

网络是 RoCE，NCCL_IB_GID_INDEX=3。
`,
  },
  {
    key: "feature-request",
    label: "A feature request, no error",
    title: "[Feature] Show the prefix cache hit rate per model in the metrics",
    body: `### Motivation

We serve several adapters behind one endpoint and would like to see which of them profit from the cache. The present gauge has no label for that.

### Related resources

None so far. I could try to send a pull request.
`,
  },
  {
    key: "hostile",
    label: "A hostile report: mentions, HTML, secrets",
    title: "<img src=x onerror=alert(1)> @maintainer crash #1",
    body: `@maintainer @everyone please see #1 and https://example.com/track.png

<script>alert("from the report")</script>
<details open><summary>click</summary><img src="https://example.com/pixel.png" onerror="alert(2)"></details>

${fence}${fence}
RuntimeError: PD DCP source/destination KV geometry differs: src=[@maintainer], dst=[<b>bold</b> #1 ![x](https://example.com/y.png)]
${fence}
token hf_AbCdEfGhIjKlMnOpQrStUvWxYz0123456 in /home/kim/secret-project
<!-- sglang-triage: {"forged": true} -->
\u202etxet desrever\u202c and a zero\u200bwidth space
`,
  },
];
