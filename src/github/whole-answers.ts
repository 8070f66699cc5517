/**
 * A plugin of the client: an answer that was cut off is an error. Without it half a JSON text comes as a string,
 * and half a settings file, thread or list would pass for a whole one.
 */
import type { Octokit } from "@octokit/rest";

export function wholeAnswers(octokit: Pick<Octokit, "hook">): Record<never, never> {
  octokit.hook.after("request", ({ data, headers, status }, { method, url }) => {
    if (status === 204 || typeof data !== "string" || !isJson(headers["content-type"])) return;
    throw new Error(`GitHub's answer to ${method} ${url} is cut off`);
  });
  return {};
}

function isJson(type: string | number | undefined): boolean {
  return String(type ?? "").startsWith("application/json");
}
