/** The client every part of this folder talks to GitHub with: what Probot's and @octokit/rest's have in common. */
import type { Octokit } from "@octokit/rest";

export type Client = Pick<Octokit, "rest" | "paginate" | "graphql" | "request">;
