import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { HTTPException } from "hono/http-exception";
import { liveIssue } from "./actions/issues.ts";
import { githubError, notFound } from "./errors.ts";
import type { Faults } from "./faults.ts";
import type { Repository } from "./model.ts";
import { ControlPage, controlRegions } from "./pages/control-page.tsx";
import { formRoutes, readForm } from "./pages/forms.ts";
import { ListPage, listRegions } from "./pages/issue-list.tsx";
import { IssuePage, sideRegions, threadRegions } from "./pages/issue-page.tsx";
import { contentSecurityPolicy, Layout } from "./pages/layout.tsx";
import { NewIssuePage } from "./pages/new-issue.tsx";
import { type Region, versionOf } from "./pages/parts.tsx";
import type { State } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";

export interface PagesOptions {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  readonly repository: Repository;
}

/** The pages where a person tries the bot, at GitHub's own paths: `/sandbox/sglang/issues/1`. */
export function openPages({ state, webhooks, faults, repository }: PagesOptions): Hono {
  const path = `/${repository.owner}/${repository.name}`;
  const pages = new Hono();
  const view = (number: string) => {
    if (!/^\d{1,15}$/.test(number)) throw notFound();
    return { state, repository, path, issue: liveIssue(state, repository, Number(number)) };
  };
  const control = { state, webhooks, faults, path };

  pages.use(bodyLimit({ maxSize: 2_000_000, onError: () => githubError(413, "Too long").getResponse() }));
  pages.use(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD" && !isSameOrigin(c)) {
      throw githubError(403, "Forms of other sites are not taken");
    }
    await next();
    c.header("content-security-policy", contentSecurityPolicy);
    c.header("x-content-type-options", "nosniff");
    // Not "no-referrer": under that, browsers send our own forms with "Origin: null".
    c.header("referrer-policy", "same-origin");
    c.header("cache-control", "no-store");
  });

  pages.get("/", (c) => c.redirect(`${path}/issues`));
  pages.get(path, (c) => c.redirect(`${path}/issues`));
  pages.get(`${path}/issues`, (c) => page(c, <ListPage state={state} repository={repository} path={path} />));
  pages.get(`${path}/issues.json`, (c) => answerPoll(c, listRegions(state, repository, path)));
  pages.get(`${path}/issues/new`, (c) =>
    page(c, <NewIssuePage path={path} chosen={c.req.query("report")} />),
  );
  pages.get(`${path}/issues/:number{\\d+\\.json}`, (c) => {
    const shown = view(c.req.param("number").slice(0, -".json".length));
    return answerPoll(c, [...sideRegions(shown), ...threadRegions(shown)]);
  });
  pages.get(`${path}/issues/:number`, (c) => page(c, <IssuePage {...view(c.req.param("number"))} />));
  pages.get(`${path}/pull/:number`, (c) => page(c, <IssuePage {...view(c.req.param("number"))} />));
  pages.route("/", formRoutes(state, repository, path));

  // The link in a text redirects to where the file is stored, as at GitHub.
  pages.get("/user-attachments/files/:id/:name", (c) =>
    c.redirect(`/_attachments/${encodeURIComponent(c.req.param("id"))}`),
  );
  pages.get("/_attachments/:id", (c) => {
    const attachment = state.attachments.get(Number(c.req.param("id")));
    if (!attachment) throw notFound();
    return c.text(attachment.text);
  });

  pages.get("/_sandbox", (c) => page(c, <ControlPage {...control} />));
  pages.get("/_sandbox.json", (c) => answerPoll(c, controlRegions(control)));
  pages.post("/_sandbox/deliveries/:id", (c) => {
    const id = Number(c.req.param("id"));
    if (!state.deliveries.get(id)) throw notFound();
    webhooks.redeliver(id);
    return c.redirect("/_sandbox", 303);
  });
  pages.post("/_sandbox/disturb", async (c) => {
    const kind = (await readForm(c.req.raw)).get("kind");
    if (kind !== "fail" && kind !== "lose" && kind !== "duplicate")
      throw githubError(422, "No such disturbance");
    webhooks.disturb({ kind, times: 1 });
    return c.redirect("/_sandbox", 303);
  });
  pages.post("/_sandbox/faults", async (c) => {
    const form = await readForm(c.req.raw);
    const when = form.get("action");
    const probability = Math.min(100, Math.max(0, Number(form.get("percent")) || 0)) / 100;
    if (when === "clear") faults.clear();
    else if (when === "before" || when === "after") {
      faults.add({ route: "*", method: "write", when, probability, answer: { kind: "status", status: 502 } });
    }
    return c.redirect("/_sandbox", 303);
  });

  pages.notFound((c) => failure(c, path, 404, "There is no such page."));
  pages.onError((error, c) =>
    error instanceof HTTPException
      ? failure(c, path, error.status, error.message)
      : failure(c, path, 500, "Something went wrong in the sandbox."),
  );
  return pages;
}

function page(c: Context, content: unknown, status: 200 | 400 = 200): Response | Promise<Response> {
  return c.html(html`<!doctype html>${content}`, status);
}

function failure(c: Context, path: string, status: number, message: string): Response | Promise<Response> {
  const content = (
    <Layout title="That did not work" path={path}>
      <h1>That did not work</h1>
      <div class="box error" role="alert">
        <p>{message}</p>
        <p class="muted">{`Status ${status}, as GitHub would answer.`}</p>
      </div>
      <p>
        <a href={`${path}/issues`}>Back to the issues</a>
      </p>
    </Layout>
  );
  return page(c, content, status as 400);
}

/** What the script on the pages asks for: nothing but the version when that is what the page has. */
function answerPoll(c: Context, regions: Region[]): Response {
  const version = versionOf(regions);
  return c.json(c.req.query("have") === version ? { version } : { version, regions });
}

/** Whether a browser sent this form from a page of ours. Browsers name the origin of every POST. */
function isSameOrigin(c: Context): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return c.req.header("origin") === `http://${c.req.header("host")}`;
}
