import type { Issue, Repository } from "../model.ts";
import { issueKey, labelsOf, type State } from "../state.ts";
import { Layout } from "./layout.tsx";
import { LabelPill, type Region, RegionBox, region, Time, versionOf } from "./parts.tsx";

const mostShown = 200;

export function listRegions(state: State, repository: Repository, path: string): Region[] {
  const issues = state.issues
    .where(repository.id)
    .filter((it) => !it.deleted)
    .reverse();
  return [region("list", <List state={state} issues={issues} path={path} />)];
}

export function ListPage({
  state,
  repository,
  path,
}: {
  state: State;
  repository: Repository;
  path: string;
}) {
  const regions = listRegions(state, repository, path);
  return (
    <Layout title="Issues" path={path}>
      <h1>Issues</h1>
      <p>
        Write a report, or take a prepared one, and see what the bot answers.{" "}
        <a href={`${path}/issues/new`}>New issue</a>
      </p>
      <div data-poll={`${path}/issues.json`} data-version={versionOf(regions)}>
        {regions.map((it) => (
          <RegionBox of={it} />
        ))}
      </div>
    </Layout>
  );
}

function List({ state, issues, path }: { state: State; issues: Issue[]; path: string }) {
  if (issues.length === 0) return <p class="muted">No issue yet.</p>;
  return (
    <>
      <ul class="list">
        {issues.slice(0, mostShown).map((issue) => (
          <li>
            <a href={`${path}/issues/${issue.number}`}>
              <strong>{issue.title}</strong>
            </a>{" "}
            {labelsOf(state, issue).map((label) => (
              <LabelPill label={label} />
            ))}
            <div class="muted">
              {`#${issue.number} ${issue.state}, by ${issue.author}, comments: ${state.comments.count(issueKey(issue))}, `}
              <Time at={issue.createdAt} />
            </div>
          </li>
        ))}
      </ul>
      {issues.length > mostShown ? (
        <p class="muted">{`The newest ${mostShown} of ${issues.length}.`}</p>
      ) : null}
    </>
  );
}
