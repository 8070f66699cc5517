/** A client for commands that talk to GitHub: by a token from the environment. */
import { Octokit } from "@octokit/rest";
import type { Client } from "../github/client.ts";
import type { Ourselves } from "../github/plan.ts";
import { wholeAnswers } from "../github/whole-answers.ts";
import { UserError } from "./exit.ts";

export interface TokenClient {
  client: Client;
  ourselves: Ourselves;
}

/** A person's token acts as no app: comments of our app are then none of its own. */
const NO_APP = 0;

const silence = (): void => {};

/** A label that is missing is no failure; what is one is thrown, and told by whoever catches it. */
const QUIET = { debug: silence, info: silence, warn: silence, error: silence };

/** @throws UserError when there is no token or GitHub refuses it */
export async function clientFromToken(): Promise<TokenClient> {
  const { GITHUB_TOKEN: auth, GITHUB_API_URL: baseUrl } = process.env;
  if (!auth) throw new UserError("GITHUB_TOKEN is not set: give a token that may read and write issues");
  const client = new (Octokit.plugin(wholeAnswers))({
    auth,
    log: QUIET,
    ...(baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, "") } : {}),
  });
  return { client, ourselves: { appId: NO_APP, login: await loginOf(client) } };
}

async function loginOf(client: Client): Promise<string> {
  try {
    return (await client.rest.users.getAuthenticated()).data.login;
  } catch (error) {
    const { status } = error as { status?: number };
    // The token of a GitHub Action may not ask who it is; it acts as this account.
    if (status === 403) return "github-actions[bot]";
    if (status === 401) throw new UserError("GITHUB_TOKEN is refused by GitHub: it is wrong or expired");
    throw error;
  }
}
