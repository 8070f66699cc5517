import { SingleBar } from "cli-progress";

export interface Progress {
  update(step: string, done: number, total: number): void;
  stop(): void;
}

/** A bar on a terminal, nothing in a pipe. */
export function progressBar(): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: "{step} [{bar}] {value}/{total}, {eta_formatted} left",
    clearOnComplete: true,
    hideCursor: true,
  });
  let current = "";
  return {
    update: (step, done, total) => {
      if (step !== current) {
        if (current !== "") bar.stop();
        bar.start(total, done, { step });
        current = step;
      } else {
        bar.setTotal(total);
        bar.update(done, { step });
      }
    },
    stop: () => {
      if (current !== "") bar.stop();
      current = "";
    },
  };
}
