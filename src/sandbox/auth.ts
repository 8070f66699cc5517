import { createHash, createVerify } from "node:crypto";
import { badCredentials, githubError, notFound } from "./errors.ts";
import type { Installation, Token } from "./model.ts";
import { type Actor, botLogin, nextId, type State, theApp } from "./state.ts";

/** Tokens live for an hour. The REAL clock counts: clients cache tokens by theirs. */
const tokenLifetimeMs = 3_600_000;
const longestAssertionSeconds = 600;

/** Who is behind a request: nobody, the app itself (by JWT), its installation, or a person. */
export type Caller =
  | { readonly kind: "nobody" }
  | { readonly kind: "app" }
  | { readonly kind: "installation"; readonly installation: Installation }
  | { readonly kind: "person"; readonly login: string };

/**
 * Reads an `Authorization` header (`token …`, `bearer …`, case-insensitive).
 * @throws 401 for a token or JWT that is unknown, expired or wrongly signed; 403 when the installation is suspended.
 */
export function identify(state: State, header: string | undefined, nowMs: number): Caller {
  if (!header) return { kind: "nobody" };
  const space = header.indexOf(" ");
  const scheme = header.slice(0, space).toLowerCase();
  const credential = header.slice(space + 1).trim();
  if (scheme !== "token" && scheme !== "bearer") throw badCredentials();
  if (credential.split(".").length === 3) {
    checkAssertion(state, credential, nowMs);
    return { kind: "app" };
  }
  const token = state.tokens.get(credential);
  if (!token || (token.expiresAt !== null && token.expiresAt <= nowMs)) throw badCredentials();
  if (token.installation === null) return { kind: "person", login: token.login };
  const installation = state.installations.get(token.installation);
  if (!installation) throw badCredentials();
  if (installation.suspendedAt) throw githubError(403, "This installation has been suspended");
  return { kind: "installation", installation };
}

/** Who writes, for the records; undefined for callers that cannot write. */
export function actorOf(state: State, caller: Caller): Actor | undefined {
  if (caller.kind === "installation") return { login: botLogin(theApp(state)), viaApp: true };
  if (caller.kind === "person") return { login: caller.login, viaApp: false };
  return undefined;
}

/** Makes an installation token that works for an hour. @throws 404, 403 when suspended. */
export function makeInstallationToken(state: State, installationId: number, nowMs: number): Token {
  const installation = state.installations.get(installationId);
  if (!installation) throw notFound();
  if (installation.suspendedAt) throw githubError(403, "This installation has been suspended");
  for (const old of state.tokens.all()) {
    if (old.expiresAt !== null && old.expiresAt <= nowMs) state.tokens.delete(old.token);
  }
  const token: Token = {
    token: `ghs_${secretText(state)}`,
    installation: installationId,
    login: botLogin(theApp(state)),
    expiresAt: nowMs + tokenLifetimeMs,
  };
  state.tokens.put(token.token, token);
  return token;
}

/** A person's token that never expires, for the command line and tests. */
export function makePersonToken(state: State, login: string): string {
  const token = `ghp_${secretText(state)}`;
  state.tokens.put(token, { token, installation: null, login, expiresAt: null });
  return token;
}

function secretText(state: State): string {
  const app = theApp(state);
  return createHash("sha256")
    .update(`${app.seed} ${app.privateKey} ${nextId(state, "token")}`)
    .digest("hex")
    .slice(0, 36);
}

/** Checks an app's JSON web token: RS256 by the app's key, issuer, and times, with GitHub's messages. */
function checkAssertion(state: State, assertion: string, nowMs: number): void {
  const undecodable = () => githubError(401, "A JSON web token could not be decoded");
  const [head = "", payload = "", signature = ""] = assertion.split(".");
  const header = readJson(head);
  const claims = readJson(payload);
  if (!header || !claims || header.alg !== "RS256") throw undecodable();
  const app = theApp(state);
  const verify = createVerify("RSA-SHA256").update(`${head}.${payload}`);
  if (!verify.verify(app.publicKey, Buffer.from(signature, "base64url"))) throw undecodable();
  if (String(claims.iss) !== String(app.id) && claims.iss !== app.clientId) {
    throw githubError(404, "Integration not found");
  }
  const now = Math.floor(nowMs / 1000);
  const { iat, exp } = claims;
  if (typeof exp !== "number" || exp <= now) {
    const rule = "must be a numeric value representing the future time at which the assertion expires";
    throw githubError(401, `'Expiration time' claim ('exp') ${rule}`);
  }
  if (typeof iat !== "number" || iat > now + 1) {
    const rule = "must be an Integer representing the time that the assertion was issued";
    throw githubError(401, `'Issued at' claim ('iat') ${rule}`);
  }
  if (exp - now > longestAssertionSeconds) {
    throw githubError(401, "'Expiration time' claim ('exp') is too far in the future");
  }
}

function readJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
