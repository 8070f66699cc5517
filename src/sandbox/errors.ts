import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** One entry of `errors` in GitHub's 422 answers. */
export interface FieldError {
  readonly resource: string;
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
  readonly value?: string;
}

const documentation = "https://docs.github.com/rest";

/** An error in GitHub's shape, to be thrown: `{message, errors?, documentation_url, status?}`. */
export function githubError(
  status: number,
  message: string,
  errors?: readonly FieldError[] | readonly string[],
  headers: Record<string, string> = {},
): HTTPException {
  const body = {
    message,
    ...(errors ? { errors } : {}),
    documentation_url: documentation,
    // Its validation errors have none.
    ...(status === 422 ? {} : { status: String(status) }),
  };
  const res = new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
  return new HTTPException(status as ContentfulStatusCode, {
    message: [message, ...reasons(errors)].join(": "),
    res,
  });
}

function reasons(errors: readonly FieldError[] | readonly string[] = []): string[] {
  return errors.map((it) =>
    typeof it === "string"
      ? it
      : (it.message ?? `${it.field ?? it.resource} ${it.code.replaceAll("_", " ")}`),
  );
}

export const notFound = () => githubError(404, "Not Found");
export const gone = () => githubError(410, "This issue was deleted");
export const invalid = (...errors: FieldError[]) => githubError(422, "Validation Failed", errors);
export const notSupplied = (field: string) =>
  githubError(422, `Invalid request.\n\n"${field}" wasn't supplied.`);
export const needsAuthentication = () => githubError(401, "Requires authentication");
export const badCredentials = () => githubError(401, "Bad credentials");
export const notByIntegration = () => githubError(403, "Resource not accessible by integration");
export const mustHaveRights = () => githubError(403, "Must have admin rights to Repository.");
