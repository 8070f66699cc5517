/** What people of the day write: reports of a known error, each told apart by a number, and talk. */
import { REPORTS } from "../e2e/server.ts";

/** An error that the catalog knows; null: none is shown. */
export type Kind = "geometry" | "memory" | "symbol";

/** The entries that people of the day run into. */
export const ENTRIES: Record<Kind, { slug: string; tag: string }> = {
  geometry: { slug: "pd-dcp-source-destination-kv-geometry-differs-src", tag: "kv-layout-mismatch" },
  memory: { slug: "cuda-out-of-memory-tried-to-allocate", tag: "gpu-out-of-memory" },
  symbol: { slug: "sgl-kernel-common-ops-undefined-symbol", tag: "dependency-version-mismatch" },
};

export const KINDS = Object.keys(ENTRIES) as Kind[];

export interface Written {
  kind: Kind | null;
  /** Stands in this text alone; the answer to it quotes it. */
  words: string;
  text: string;
}

export function written(kind: Kind | null, edition: number): Written {
  switch (kind) {
    case "geometry": {
      const words = `src=[${edition}], dst=[${edition}, 1]`;
      return { kind, words, text: REPORTS.geometry(`[${edition}]`, `[${edition}, 1]`) };
    }
    case "memory": {
      const words = `allocate ${edition}.43 GiB`;
      return { kind, words, text: REPORTS.memory.replace("allocate 3.43 GiB", words) };
    }
    case "symbol": {
      const words = `undefined symbol: _ZN3c10${edition}cuda9SetDeviceEab`;
      const path = "/usr/lib/python3/site-packages/sgl_kernel/common_ops.abi3.so";
      return { kind, words, text: `It does not start:\n\n\`\`\`\nImportError: ${path}: ${words}\n\`\`\`\n` };
    }
    case null:
      return { kind, words: "", text: `${REPORTS.nothing}\n\nAsked ${edition} times.` };
  }
}
