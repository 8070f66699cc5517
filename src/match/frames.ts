/** Frames against what entries say of them. Paths differ from machine to machine; their ends do not. */
import type { FrameMatcher } from "../catalog/entry.ts";
import { foldText, matchTemplate, parseTemplate } from "../catalog/template.ts";
import type { Frame } from "../extract/report.ts";

/** True when the frame's path ends in `suffix` at a folder boundary, or lies in it when it ends in "/". */
export function fileFits(path: string, suffix: string): boolean {
  const file = `/${path.replaceAll("\\", "/")}`;
  return suffix.endsWith("/") ? file.includes(`/${suffix}`) : file.endsWith(`/${suffix}`);
}

/** True when the function is `name`, with or without the class before it. */
export function functionFits(found: string | null, name: string): boolean {
  return found !== null && (found === name || found.split(".").at(-1) === name.split(".").at(-1));
}

/** The frame that fits, or null. */
export function findFrame(frames: Frame[], wanted: FrameMatcher): Frame | null {
  const candidates = wanted.where === "innermost" ? frames.slice(-1) : frames;
  return candidates.findLast((frame) => frameFits(frame, wanted)) ?? null;
}

function frameFits(frame: Frame, wanted: FrameMatcher): boolean {
  if (wanted.file !== undefined && !fileFits(frame.file, wanted.file)) return false;
  if (wanted.function !== undefined) {
    const names = typeof wanted.function === "string" ? [wanted.function] : wanted.function;
    if (!names.some((name) => functionFits(frame.function, name))) return false;
  }
  if (wanted.source === undefined) return true;
  return (
    frame.source !== null && matchTemplate(parseTemplate(wanted.source), foldText(frame.source)) !== null
  );
}

/** The package a file belongs to: "torch" for ".../site-packages/torch/_ops.py"; null when the path does not say. */
export function packageOf(path: string): string | null {
  const file = path.replaceAll("\\", "/");
  const installed = /^.*\/(?:site|dist)-packages\/([\w-]+)/.exec(file);
  if (installed !== null) return installed[1]!.replaceAll("-", "_");
  if (/\/lib\/python3\.\d+\//.test(file)) return "python";
  const checkout =
    /(?:^|\/)(sglang|sgl_kernel|vllm|flashinfer|torch|triton|transformers|deep_ep|deep_gemm|aiter)\/[\w/]+\.py$/.exec(
      file,
    );
  return checkout?.[1] ?? null;
}
