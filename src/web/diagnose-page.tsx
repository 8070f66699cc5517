/** /diagnose: what we would say to a report, before it is filed. */
import { raw } from "hono/html";
import type { Diagnosis } from "../diagnosis.ts";
import { safeText } from "../reply/escape.ts";
import { Layout } from "./layout.tsx";
import { renderMarkdown } from "./markdown.ts";

/** Four times what an issue holds: a log may be longer than an issue takes. */
export const MAX_REPORT = 4 * 65_536;
const MAX_ERRORS = 20;

export interface DiagnosePageProps {
  text: string;
  /** What was wrong with the input; shown above the form. */
  problem?: string;
  result?: { diagnosis: Diagnosis; reply: string | null };
}

export function DiagnosePage({ text, problem, result }: DiagnosePageProps) {
  return (
    <Layout title="Check a report" footer="What you paste is read in memory and neither stored nor logged.">
      <h1>Check a report before you file it</h1>
      <p>Paste the traceback or the whole report. You get the answer that the issue would get.</p>
      {problem === undefined ? null : (
        <p role="alert" class="critical">
          {problem}
        </p>
      )}
      {result === undefined ? null : <Result {...result} />}
      <form action="/diagnose" method="post">
        <label for="text">Traceback, log or report</label>
        <textarea id="text" name="text" rows={14} spellcheck={false} required>
          {text}
        </textarea>
        <p>
          <button type="submit">Check</button>
        </p>
      </form>
    </Layout>
  );
}

function Result({ diagnosis, reply }: NonNullable<DiagnosePageProps["result"]>) {
  return (
    <>
      <h2>{reply === null ? "No known error" : "The answer"}</h2>
      {reply === null ? (
        <NoAnswer diagnosis={diagnosis} />
      ) : (
        <div class="reply">{raw(renderMarkdown(reply))}</div>
      )}
      <FoundErrors diagnosis={diagnosis} />
    </>
  );
}

function NoAnswer({ diagnosis }: { diagnosis: Diagnosis }) {
  return diagnosis.errors.length === 0 ? (
    <p>
      No error was found in this text. Paste the traceback as text, up to and including its last line;
      pictures cannot be read.
    </p>
  ) : (
    <p>
      There is an error in this text, but none that is known well enough to say something sure about it (
      {diagnosis.reason}). When you file it, keep the whole traceback and the output of{" "}
      <code>python3 -m sglang.check_env</code>. Or <a href="/errors">search the known errors</a>.
    </p>
  );
}

function FoundErrors({ diagnosis }: { diagnosis: Diagnosis }) {
  const found = diagnosis.errors.slice(0, MAX_ERRORS);
  if (found.length === 0) return null;
  return (
    <>
      <h2>Errors found in the text</h2>
      <ol>
        {found.map(({ error, match }) => (
          <li>
            {`Line ${error.lineNumber}: `}
            <code>{safeText(error.line, 300)}</code>
            {match?.entry == null ? null : (
              <>
                {" "}
                <a href={`/errors/${match.entry.slug}`}>known</a>
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
