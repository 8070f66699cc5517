/** Which pull request closed an issue; only GraphQL tells. */
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";

interface Closed {
  timelineItems: {
    nodes: ({ closer?: { number?: number; repository?: { nameWithOwner: string } } | null } | null)[];
  };
}

type Answer = { repository: Record<string, Closed | null> | null };

/** @returns by issue: "owner/name#12", or "" where none did; issues that GitHub does not show are left away */
export async function readClosers(
  client: Client,
  repository: string,
  issues: readonly number[],
): Promise<Map<number, string>> {
  if (issues.length === 0) return new Map();
  const [owner, name] = splitRepository(repository);
  const fields = issues.map((issue) => `i${issue}: issue(number: ${issue}) { ...closed }`).join("\n    ");
  const query = `query closers($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${fields}
  }
}
fragment closed on Issue {
  timelineItems(itemTypes: [CLOSED_EVENT], last: 1) {
    nodes { ... on ClosedEvent { closer { ... on PullRequest { number repository { nameWithOwner } } } } }
  }
}`;
  const { repository: found } = await askFor(client, query, { owner, name });
  return new Map(
    issues.flatMap((issue): [number, string][] => {
      const closed = found?.[`i${issue}`];
      if (closed == null) return [];
      const closer = closed.timelineItems.nodes[0]?.closer;
      return [
        [
          issue,
          closer?.repository === undefined ? "" : `${closer.repository.nameWithOwner}#${closer.number}`,
        ],
      ];
    }),
  );
}

/** One issue that is gone is an error beside the answers about the others. */
async function askFor(client: Client, query: string, variables: Record<string, string>): Promise<Answer> {
  try {
    return await client.graphql<Answer>(query, variables);
  } catch (error) {
    const { name, data } = error as { name?: string; data?: Answer | null };
    if (name !== "GraphqlResponseError" || data?.repository == null) throw error;
    return data;
  }
}
