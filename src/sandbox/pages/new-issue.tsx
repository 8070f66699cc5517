import { Layout } from "./layout.tsx";
import { afterLineEnd, PersonSelect } from "./parts.tsx";
import { preparedReports } from "./prepared-reports.ts";

/** The form for a new issue; `chosen` is the key of a prepared report that fills it. */
export function NewIssuePage({ path, chosen }: { path: string; chosen: string | undefined }) {
  const report = preparedReports.find((it) => it.key === chosen);
  return (
    <Layout title="New issue" path={path}>
      <h1>New issue</h1>
      <section aria-labelledby="prepared">
        <h2 id="prepared">Prepared reports</h2>
        <p class="muted">A click fills the form below.</p>
        <ul class="list">
          {preparedReports.map((it) => (
            <li>
              <a href={`${path}/issues/new?report=${it.key}`}>{it.label}</a>
            </li>
          ))}
        </ul>
      </section>
      <form method="post" action={`${path}/issues`}>
        <h2>Report</h2>
        <label for="title">Title</label>
        <input type="text" id="title" name="title" required maxlength={256} value={report?.title ?? ""} />
        <label for="body">Body</label>
        <textarea id="body" name="body" rows={16} maxlength={65_536}>
          {afterLineEnd(report?.body ?? "")}
        </textarea>
        <PersonSelect id="by" chosen="reporter" label="Author" />
        <button class="main" type="submit">
          Submit new issue
        </button>
      </form>
    </Layout>
  );
}
