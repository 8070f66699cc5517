/** Probot as we use it: the app's identity, its clients and their limits; every call is counted. */
import type { Logger } from "pino";
import { Probot, ProbotOctokit } from "probot";
import type { GitHubCredentials } from "./config.ts";
import { wholeAnswers } from "./github/whole-answers.ts";
import type { Metrics } from "./metrics.ts";

/** @param rateLimits whether calls are spaced as GitHub's limits ask */
export async function startProbot(
  { appId, privateKey, webhookSecret, baseUrl }: GitHubCredentials,
  rateLimits: boolean,
  metrics: Metrics,
  log: Logger,
): Promise<Probot> {
  const Counted = ProbotOctokit.plugin(wholeAnswers, countCalls(metrics));
  const probot = new Probot({
    appId,
    privateKey,
    secret: webhookSecret,
    baseUrl,
    Octokit: rateLimits ? Counted : unspaced(Counted),
    log: log.child({ name: "probot" }),
  });
  await probot.ready();
  return probot;
}

/** Plain defaults would not do: Probot sets throttling options of its own over them. */
function unspaced(Octokit: typeof ProbotOctokit): typeof ProbotOctokit {
  return Octokit.defaults((options: { throttle?: object }) => ({
    ...options,
    throttle: { ...options.throttle, enabled: false },
  })) as typeof ProbotOctokit;
}

/** A plugin of the client: every call of the API with its outcome and what GitHub has left for us. */
function countCalls(metrics: Metrics): Parameters<typeof ProbotOctokit.plugin>[0] {
  return (octokit) => {
    octokit.hook.wrap("request", async (request, options) => {
      const started = performance.now();
      const count = (status: number, headers: Record<string, unknown>): void => {
        const left = headers["x-ratelimit-remaining"];
        const seconds = (performance.now() - started) / 1000;
        metrics.apiCall(options.method, status, seconds, left === undefined ? null : Number(left));
      };
      try {
        const response = await request(options);
        count(response.status, response.headers);
        return response;
      } catch (error) {
        const { status = 0, response } = error as { status?: number; response?: { headers: object } };
        count(status, { ...response?.headers });
        throw error;
      }
    });
    return {};
  };
}
