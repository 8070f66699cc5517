import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact, redactorFor } from "../../src/reply/redact.ts";
import { SECRETS } from "./hostile-text.ts";

describe("redact takes out", () => {
  test.each([
    ["hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567", "⟨Hugging Face token removed⟩"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "⟨GitHub token removed⟩"],
    ["x gho_abcdefghijklmnopqrst y", "x ⟨GitHub token removed⟩ y"],
    ["github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv", "⟨GitHub token removed⟩"],
    ["sk-proj-abcdefghijklmnopqrstuv", "⟨API key removed⟩"],
    ["AKIAABCDEFGHIJKLMNOP", "⟨AWS key removed⟩"],
    ["AKIAABCDEFGHIJKLMNOP wJalrXUtnFEMIxK7MDENGxbPxRfiCYzzzzzzzzz1 end", "⟨AWS key removed⟩ end"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "AWS_SECRET_ACCESS_KEY=⟨secret removed⟩"],
    ["AIzaSyA0123456789abcdefghijklmnopqrstuv", "⟨Google key removed⟩"],
    ["xoxb-123456789012-abcdefghij", "⟨Slack token removed⟩"],
    [
      "https://hooks.slack.com/services/T000/B000/XXXXabcd",
      "https://hooks.slack.com/services/⟨Slack token removed⟩",
    ],
    ["t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3.abc-_ u", "t ⟨JSON Web Token removed⟩ u"],
    ["https://bob:pw@host.example/x", "https://⟨credentials removed⟩@host.example/x"],
    ["git clone https://abcdef@github.com/o/r", "git clone https://⟨credentials removed⟩@github.com/o/r"],
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer ⟨secret removed⟩"],
    ["'authorization': 'Basic Ym9iOnB3MTIz'", "'authorization': 'Basic ⟨secret removed⟩'"],
    ["-H Bearer abcd1234efgh", "-H Bearer ⟨secret removed⟩"],
    ["api_key='sk-1234'", "api_key='⟨secret removed⟩'"],
    ['{"api_key": "abcdefgh"}', '{"api_key": "⟨secret removed⟩"}'],
    ['\\"hf_token\\": \\"abcdefgh\\"', '\\"hf_token\\": \\"⟨secret removed⟩\\"'],
    ["--api-key hunter2x --port 30000", "--api-key ⟨secret removed⟩ --port 30000"],
    ["token=abcdefgh12345678", "token=⟨secret removed⟩"],
    ["mail to jane.doe+x@mail.example.org now", "mail to ⟨e-mail address removed⟩ now"],
    [
      "10.0.12.7:30000 192.168.1.3 172.20.0.1 169.254.1.1",
      "⟨private address removed⟩:30000 ⟨private address removed⟩ ⟨private address removed⟩ ⟨private address removed⟩",
    ],
    ["fe80::1ff:fe23:4567:890a%eth0", "⟨private address removed⟩"],
    ["/home/jane/venv/lib/x.py", "/home/⟨user⟩/venv/lib/x.py"],
    ["/mnt/data/home/jane/x", "/mnt/data/home/⟨user⟩/x"],
    ["'/Users/jane'", "'/Users/⟨user⟩'"],
    ["C:\\Users\\Jane Doe\\x", "C:\\Users\\⟨user⟩\\x"],
    ["C:\\\\Users\\\\jane\\\\x", "C:\\\\Users\\\\⟨user⟩\\\\x"],
    [
      "a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n+/=\n-----END RSA PRIVATE KEY----- b",
      "a ⟨private key removed⟩ b",
    ],
    ["a -----BEGIN PRIVATE KEY-----\\nMIIEabc123", "a ⟨private key removed⟩"],
    ["h\u200bf_abcdefgh\u001b[36mijklmnopqrstuv.", "⟨Hugging Face token removed⟩."],
    ["sk-abcdefgh\u0000ijklmnopqrstuv", "⟨API key removed⟩"],
  ])("%j", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe("redact leaves", () => {
  test.each([
    "token=128009 max_tokens=100 pad_token='<unk>' eos_token_id=2",
    "Token indices sequence length is longer than 4096",
    "api_key=None, api_key=EMPTY",
    "task-abcdefghijklmnopqrstuv disk-abcdefghijklmnopqrstuv",
    "torch 2.6.0+cu124, driver 550.54.15, nccl 2.21.5",
    "127.0.0.1:30000 0.0.0.0 8.8.8.8",
    "git@github.com:sgl-project/sglang.git",
    "lmsysorg/sglang:v0.4.6@sha256:0123456789abcdef",
    'File "/usr/local/lib/python3.12/dist-packages/torch/cuda/__init__.py", line 1',
    "the bearer of this message",
    "model.layers.0.self_attn.qkv_proj.weight_scale_inv.eyJ",
    "password: str",
  ])("%j", (text) => {
    expect(redact(text)).toBe(text);
  });
});

test("what a key gives away is not shown alone either", () => {
  const redactor = redactorFor(["login failed: password=correct-horse for bob"]);
  expect(redactor("correct-horse")).toBe("⟨secret removed⟩");
  expect(redactor("value correct-horse!")).toBe("value ⟨secret removed⟩!");
});

test("a name in a home folder is no secret elsewhere", () => {
  expect(redactorFor(["/home/server/x"])("the server stops")).toBe("the server stops");
});

test("redacting twice changes nothing more", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: "binary" }),
          SECRETS.map(({ text }) => text),
        ),
      ),
      (texts) => {
        const once = redact(texts.join(" "));
        expect(redact(once)).toBe(once);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ["at signs", "a".repeat(200_000)],
  ["schemes", "://".repeat(60_000)],
  ["keys", "api_key=".repeat(25_000)],
  ["begins", "-----BEGIN PRIVATE KEY-----,".repeat(7_000)],
  ["web tokens", "eyJ".repeat(60_000)],
  ["dashes", "-".repeat(200_000)],
  ["dotted", "a.".repeat(100_000)],
  ["escapes", "\u001b[".repeat(100_000)],
  ["quotes", "token\"'\"'".repeat(20_000)],
  ["homes", "/home".repeat(40_000)],
  ["mails", "a@b.".repeat(50_000)],
])("stays linear on %s", (_name, text) => {
  const half = time(() => redact(text.slice(0, text.length / 2)));
  const whole = time(() => redact(text));
  // Quadratic work on this much text takes minutes; the factor only keeps a busy machine from failing it.
  expect(whole).toBeLessThan(Math.max(half * 8, 400));
});

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
