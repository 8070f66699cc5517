/** Holds what goes over a sandbox's wire against GitHub's description. */
import type { Exchange } from "../../src/sandbox/exchange.ts";
import { type Contract, isRefused, openContract } from "./contract.ts";

export interface Watch {
  /** For the sandbox's options. */
  onExchange(exchange: Exchange): void;
  /** How many exchanges were seen. */
  seen(): number;
  /** @throws Error with what was wrong since the last check, each once */
  check(): void;
}

let contract: Contract | null = null;

/**
 * @param sent whose calls are judged: all of them, or only those that the sandbox takes, where a test sends
 * wrong ones on purpose
 */
export function watchExchanges(sent: "all" | "taken" = "all"): Watch {
  contract ??= openContract();
  const { judge } = contract;
  const wrong = new Set<string>();
  let seen = 0;
  return {
    onExchange(exchange) {
      seen += 1;
      for (const { where, what } of judge(exchange))
        if (where === "answer" || sent === "all" || !isRefused(exchange)) wrong.add(`${where}: ${what}`);
    },
    seen: () => seen,
    check() {
      const found = [...wrong];
      wrong.clear();
      if (found.length > 0) throw new Error(`not as GitHub describes it:\n${found.join("\n")}`);
    },
  };
}
