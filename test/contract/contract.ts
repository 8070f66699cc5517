/**
 * Whether calls and answers are as GitHub describes them. A request may carry nothing that GitHub does not
 * name, and neither may an answer: a misspelt field would else go unseen.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js";
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from "graphql";
import { openApi } from "../../src/sandbox/api.ts";
import type { Exchange } from "../../src/sandbox/exchange.ts";
import { openFaults } from "../../src/sandbox/faults.ts";
import { openRandom } from "../../src/sandbox/random.ts";
import { openState } from "../../src/sandbox/state.ts";
import { type Description, ERRORS, type Operation, type Parameter, routeKey, type Schema } from "./derive.ts";

/** Both are written by scripts/derive-openapi.ts. */
export const DESCRIPTION_FILE = fileURLToPath(new URL("github.json", import.meta.url));
export const TYPES_FILE = fileURLToPath(new URL("github.graphql", import.meta.url));

export interface Problem {
  where: "request" | "answer";
  /** Method and path, then what is wrong. */
  what: string;
}

export interface Contract {
  /** What is wrong with a call and its answer; nothing when both are as GitHub describes them. */
  judge(exchange: Exchange): Problem[];
}

/** What the sandbox's REST interface serves. */
export function sandboxRoutes(): { method: string; path: string }[] {
  const state = openState(Date.now);
  const { routes } = openApi({
    state,
    webhooks: {} as never,
    faults: openFaults(openRandom(0)),
    realNow: Date.now,
  });
  return routes
    .filter(({ method, path }) => method !== "ALL" && path !== "/graphql")
    .map(({ method, path }) => ({ method, path: path.replace(/\/contents\/?$/, "/contents/:path") }));
}

/** The contract of the files beside this one. Schemas are compiled when they are first needed. */
export function openContract(): Contract {
  const description = JSON.parse(readFileSync(DESCRIPTION_FILE, "utf8")) as Description;
  const types = buildSchema(readFileSync(TYPES_FILE, "utf8"));
  const faultsIn = openValidator(description);
  const routes = Object.keys(description.operations).map((name) => ({
    name,
    pattern: routeKey("", name.split(" ")[1]!).trim().split("/").filter(Boolean),
    method: name.split(" ")[0]!,
    operation: description.operations[name]!,
  }));

  function find({ method, path }: Exchange) {
    const segments = path.split("/").filter(Boolean);
    const fitting = routes.filter(
      (it) => it.method === method && covers(it.pattern, segments, it.operation.parameters),
    );
    // "issues/comments" before "issues/{}".
    return fitting.sort((a, b) => holes(a.pattern) - holes(b.pattern))[0];
  }

  return {
    judge(exchange) {
      const say = (where: Problem["where"]) => (what: string) => ({
        where,
        what: `${exchange.method} ${exchange.path}: ${what}`,
      });
      if (exchange.path === "/graphql") return graphqlFaults(types, exchange).map(say("request"));
      const found = find(exchange);
      if (found === undefined) return [say("request")("GitHub has no such route")];
      const { operation, name } = found;
      return [
        ...requestFaults(faultsIn, name, operation, exchange).map(say("request")),
        ...(exchange.spoilt ? [] : answerFaults(faultsIn, name, operation, exchange).map(say("answer"))),
      ];
    },
  };
}

const holes = (pattern: string[]) => pattern.filter((it) => it === "{}").length;

function covers(pattern: string[], segments: string[], parameters: Parameter[]): boolean {
  const rest = parameters.some((it) => it.rest);
  if (rest ? segments.length < pattern.length - 1 : segments.length !== pattern.length) return false;
  return pattern.every((part, at) => part === "{}" || part === segments[at]);
}

/** In words what is wrong with a value by a schema. `name` says which schema it is, to compile each once. */
type FaultsIn = (name: string, schema: Schema, value: unknown) => string[];

/** Of a wrong value each alternative says what is wrong with it. */
const MOST_SHOWN = 6;

function openValidator({ schemas }: Description): FaultsIn {
  const ajv = new Ajv2019({ strict: false, allErrors: true, formats: FORMATS });
  const closed = Object.entries(schemas).map(([name, it]) => [name, close(it, false, schemas)]);
  ajv.addSchema({ $id: "github", schemas: Object.fromEntries(closed) as Schema });
  const compiled = new Map<string, ValidateFunction>();
  return (name, schema, value) => {
    const check = compiled.get(name) ?? ajv.compile(close(schema, true, schemas));
    compiled.set(name, check);
    if (check(value)) return [];
    return check
      .errors!.slice(0, MOST_SHOWN)
      .map(({ instancePath, message, params }) =>
        [name, instancePath, message, JSON.stringify(params)].filter(Boolean).join(" "),
      );
  };
}

const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uri: (text: string) => URL.canParse(text),
  "uri-template": true,
  email: /^[^@\s]+@[^@\s]+$/,
  int64: true,
  int32: true,
  timestamp: true,
} as const;

/**
 * The schema without room for what it does not name.
 * @param own false inside allOf, anyOf, oneOf and definitions: there the schema that holds them is closed
 */
function close(schema: Schema, own: boolean, schemas: Description["schemas"]): Schema {
  const result: Schema = { ...schema };
  const mapped = (it: unknown) =>
    Object.fromEntries(
      Object.entries(it as Record<string, Schema>).map(([k, v]) => [k, close(v, true, schemas)]),
    );
  if (typeof schema.$ref === "string") result.$ref = `github${schema.$ref}`;
  if (schema.properties !== undefined) result.properties = mapped(schema.properties);
  if (schema.items !== undefined) result.items = close(schema.items as Schema, true, schemas);
  if (typeof schema.additionalProperties === "object")
    result.additionalProperties = close(schema.additionalProperties as Schema, true, schemas);
  for (const several of ["allOf", "anyOf", "oneOf"])
    if (several in schema)
      result[several] = (schema[several] as Schema[]).map((it) => close(it, false, schemas));
  if (own && !isFree(schema, schemas)) result.unevaluatedProperties = false;
  return result;
}

/** Whether a schema leaves open what an object holds. */
function isFree(schema: Schema, schemas: Description["schemas"]): boolean {
  if (typeof schema.$ref === "string")
    return isFree(schemas[schema.$ref.slice("#/schemas/".length)]!, schemas);
  const several = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(
    (it) => (it as Schema[] | undefined) ?? [],
  );
  if (schema.properties !== undefined) return false;
  if (several.length > 0) return several.some((it) => isFree(it, schemas));
  return schema.type === undefined || [schema.type].flat().includes("object");
}

function requestFaults(
  faultsIn: FaultsIn,
  name: string,
  { parameters, body }: Operation,
  { path, query, requestBody }: Exchange,
): string[] {
  const faults: string[] = [];
  const segments = path.split("/").filter(Boolean);
  const pattern = name.split(" ")[1]!.split("/").filter(Boolean);
  for (const parameter of parameters) {
    const given =
      parameter.in === "query"
        ? query.get(parameter.name)
        : (segments[pattern.indexOf(`{${parameter.name}}`)] ?? "");
    if (given !== null) {
      const value = typed(parameter.schema, decodeURIComponent(given));
      faults.push(...faultsIn(`${name} ${parameter.name}`, parameter.schema, value));
    } else if (parameter.required) faults.push(`the parameter ${parameter.name} is missing`);
  }
  const known = new Set(parameters.filter((it) => it.in === "query").map((it) => it.name));
  for (const given of query.keys()) if (!known.has(given)) faults.push(`there is no parameter ${given}`);
  if (requestBody === "") return body?.required === true ? [...faults, "the body is missing"] : faults;
  if (body === null) return requestBody === "{}" ? faults : [...faults, "it takes no body"];
  const value = parsed(requestBody);
  return value === undefined
    ? [...faults, "the body is no JSON"]
    : [...faults, ...faultsIn(`${name} body`, body.schema, value)];
}

/** A parameter's text as the type that its schema wants. */
function typed({ type }: Schema, text: string): unknown {
  if (type === "integer" || type === "number") return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

/** What GitHub answers anywhere, though its description does not say so for each route. */
const ANYWHERE = new Set([400, 401, 403, 404, 410, 413, 422, 429, 500, 502, 503]);

function answerFaults(
  faultsIn: FaultsIn,
  name: string,
  { answers }: Operation,
  { status, contentType, responseBody }: Exchange,
): string[] {
  const described = answers[String(status)];
  if (described === undefined && !ANYWHERE.has(status)) return [`GitHub does not answer ${status}`];
  const schema = status >= 400 ? (described ?? ERRORS) : described;
  if (schema == null) return responseBody === "" ? [] : [`GitHub's answer ${status} has no content`];
  // A file asked for as it is.
  if (contentType?.startsWith("application/vnd.github.raw")) return [];
  const value = parsed(responseBody);
  if (value === undefined) return ["the answer is no JSON"];
  return faultsIn(`${name} ${described === undefined ? "error" : status}`, schema, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a call did not take effect. */
export function isRefused({ path, status, responseBody }: Exchange): boolean {
  if (path !== "/graphql") return status >= 400;
  return (parsed(responseBody) as { errors?: unknown } | undefined)?.errors !== undefined;
}

/** The answer needs no look: it is made by a schema that is part of GitHub's (see contract.test.ts). */
function graphqlFaults(types: GraphQLSchema, { requestBody }: Exchange): string[] {
  const { query, variables = {} } = parsed(requestBody) as {
    query: string;
    variables?: Record<string, unknown>;
  };
  const document = readDocument(query);
  if (typeof document === "string") return [document];
  const faults = validate(types, document);
  if (faults.length > 0) return faults.map(({ message }) => message);
  const { variableDefinitions = [] } = getOperationAST(document)!;
  const { errors = [] } = getVariableValues(types, variableDefinitions, variables);
  const known = new Set(variableDefinitions.map((it) => it.variable.name.value));
  const unknown = Object.keys(variables).filter((it) => !known.has(it));
  return [...errors.map(({ message }) => message), ...unknown.map((it) => `there is no variable ${it}`)];
}

/** @returns what is wrong where it is no document */
function readDocument(query: string): DocumentNode | string {
  try {
    return parse(query);
  } catch (error) {
    return (error as Error).message;
  }
}
