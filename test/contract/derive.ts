/**
 * Cuts out of GitHub's descriptions of its interfaces what some routes need: OpenAPI's parameters, bodies and
 * answers as JSON Schema without a word of prose, and the part of the GraphQL schema that another schema has.
 */
import {
  buildASTSchema,
  type DefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isSpecifiedScalarType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
} from "graphql";

export type Schema = { [keyword: string]: unknown };

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  /** True for a path's parameter that may hold slashes. */
  rest?: true;
  schema: Schema;
}

export interface Operation {
  parameters: Parameter[];
  body: { required: boolean; schema: Schema } | null;
  /** By status: the schema of a JSON answer, or null for one without. */
  answers: { [status: string]: Schema | null };
}

/** What GitHub says of some routes. */
export interface Description {
  /** Version of the package it was cut out of. */
  version: string;
  /** By method and path, "GET /repos/{owner}/{repo}". */
  operations: { [route: string]: Operation };
  /** Schemas that others refer to as "#/schemas/NAME". */
  schemas: { [name: string]: Schema };
}

interface OpenApi {
  paths: { [path: string]: { [method: string]: RawOperation } };
  components: { schemas: { [name: string]: Schema } } & { [kind: string]: { [name: string]: unknown } };
}
interface RawOperation {
  parameters?: unknown[];
  requestBody?: unknown;
  responses: { [status: string]: unknown };
}

/** "/repos/:owner/:repo/x/:path{.+}" and "/repos/{owner}/{repo}/x/{path}" are one route. */
export function routeKey(method: string, path: string): string {
  const segments = path.split("/").filter(Boolean);
  return `${method} /${segments.map((it) => (/^[:{]/.test(it) ? "{}" : it)).join("/")}`;
}

/**
 * Answers that the package describes by hand, and wrongly: an installation's account as both a user and an
 * enterprise. GitHub lists what it gives one by one.
 */
const LISTED: { [route: string]: Schema } = {
  "GET /app/installations": { type: "array", items: { $ref: "#/schemas/installation" } },
};

/**
 * @param openApi GitHub's description, version 3.0
 * @param routes methods and paths, parameters as ":name" or "{name}"
 * @throws Error for a route that GitHub does not have
 */
export function describeRoutes(
  openApi: OpenApi,
  version: string,
  routes: readonly { method: string; path: string }[],
): Description {
  const known = new Map(
    Object.entries(openApi.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`;
        return [routeKey(method.toUpperCase(), path), { name, operation }] as const;
      }),
    ),
  );
  const operations = routes.map(({ method, path }) => {
    const found = known.get(routeKey(method, path));
    if (found === undefined) throw new Error(`GitHub has no ${method} ${path}`);
    const operation = operationOf(openApi, found.operation);
    const listed = LISTED[found.name];
    if (listed !== undefined) operation.answers["200"] = listed;
    return [found.name, operation] as const;
  });
  const sorted = [...new Map(operations)].sort(([a], [b]) => (a < b ? -1 : 1));
  return { version, operations: Object.fromEntries(sorted), schemas: schemasFor(openApi, sorted) };
}

function operationOf(openApi: OpenApi, raw: RawOperation): Operation {
  const parameters = (raw.parameters ?? []).map((it) => resolve<Schema>(openApi, it));
  const body = raw.requestBody === undefined ? null : resolve<Schema>(openApi, raw.requestBody);
  return {
    parameters: parameters
      .filter((it) => it.in === "path" || it.in === "query")
      .map((it) => ({
        name: it.name as string,
        in: it.in as "path" | "query",
        required: it.required === true,
        ...(it["x-multi-segment"] === true && { rest: true as const }),
        schema: jsonSchema(it.schema as Schema),
      })),
    body: body && { required: body.required === true, schema: contentOf(body) ?? {} },
    answers: Object.fromEntries(
      Object.entries(raw.responses).map(([status, answer]) => [
        status,
        contentOf(resolve<Schema>(openApi, answer)),
      ]),
    ),
  };
}

function contentOf({ content }: Schema): Schema | null {
  const json = (content as { [type: string]: { schema: Schema } } | undefined)?.["application/json"];
  return json === undefined ? null : jsonSchema(json.schema);
}

/** GitHub's errors, which any route may give. */
export const ERRORS: Schema = {
  anyOf: ["basic-error", "validation-error", "validation-error-simple"].map((it) => ({
    $ref: `#/schemas/${it}`,
  })),
};

/** All that the operations refer to, and what that refers to; the errors too. */
function schemasFor(openApi: OpenApi, operations: readonly unknown[]): Description["schemas"] {
  const found: Description["schemas"] = {};
  const texts = [JSON.stringify([operations, ERRORS])];
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const [, name] of text.matchAll(/"#\/schemas\/([^"]+)"/g)) {
      if (found[name!] !== undefined) continue;
      found[name!] = jsonSchema(openApi.components.schemas[name!]!);
      texts.push(JSON.stringify(found[name!]));
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function resolve<T>(openApi: OpenApi, value: unknown): T {
  const reference = (value as { $ref?: string }).$ref;
  if (reference === undefined) return value as T;
  const [, , kind, name] = reference.split("/");
  return resolve<T>(openApi, openApi.components[kind!]![name!]);
}

const KEPT = [
  "type",
  "enum",
  "required",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minimum",
  "maximum",
  "minProperties",
];

/** A schema of OpenAPI 3.0 as JSON Schema, its prose left out. */
function jsonSchema(schema: Schema): Schema {
  if (typeof schema.$ref === "string")
    return { $ref: schema.$ref.replace("#/components/schemas/", "#/schemas/") };
  const plain: Schema = {};
  for (const keyword of KEPT) if (keyword in schema) plain[keyword] = schema[keyword];
  if (schema.properties !== undefined) plain.properties = mapped(schema.properties as Record<string, Schema>);
  if (schema.items !== undefined) plain.items = jsonSchema(schema.items as Schema);
  const { additionalProperties: more } = schema;
  if (more !== undefined)
    plain.additionalProperties = typeof more === "object" ? jsonSchema(more as Schema) : more;
  for (const several of ["allOf", "anyOf", "oneOf"])
    if (several in schema) plain[several] = (schema[several] as Schema[]).map(jsonSchema);
  return schema.nullable === true ? orNull(plain) : plain;
}

function mapped(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, jsonSchema(it)]));
}

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
  };
}

/**
 * Of `whole` the types, fields, members and values that `part` has, as `whole` has them; what only `part` has
 * is missing.
 * @param whole the text of a schema
 */
export function describeTypes(whole: string, part: GraphQLSchema): string {
  const kept = parse(whole).definitions.flatMap((definition): DefinitionNode[] => {
    if (!("name" in definition) || definition.name === undefined) return [];
    const type = part.getType(definition.name.value);
    return type === undefined || isSpecifiedScalarType(type) ? [] : [withFieldsOf(definition, type)];
  });
  const types = buildASTSchema({ kind: Kind.DOCUMENT, definitions: kept });
  return `${printSchema(lexicographicSortSchema(types))}\n`;
}

function withFieldsOf(definition: DefinitionNode, type: GraphQLNamedType): DefinitionNode {
  const bare = { ...definition, description: undefined, directives: [] } as DefinitionNode;
  if (bare.kind === "UnionTypeDefinition" && isUnionType(type)) {
    const members = new Set(type.getTypes().map(({ name }) => name));
    return { ...bare, types: bare.types!.filter((it) => members.has(it.name.value)) };
  }
  if (bare.kind === "EnumTypeDefinition" && isEnumType(type)) {
    const values = bare.values!.filter((it) => type.getValue(it.name.value) !== undefined);
    return { ...bare, values: values.map(withoutWords) };
  }
  if (!("fields" in bare) || !("getFields" in type)) return bare;
  const wanted = type.getFields();
  const fields = bare.fields!.flatMap((field) => {
    const own = wanted[field.name.value];
    if (own === undefined) return [];
    const named = new Set("args" in own ? own.args.map(({ name }) => name) : []);
    const args =
      "arguments" in field
        ? { arguments: field.arguments!.filter((it) => named.has(it.name.value)).map(withoutWords) }
        : {};
    return [{ ...withoutWords(field), ...args }];
  });
  const own = new Set("getInterfaces" in type ? type.getInterfaces().map(({ name }) => name) : []);
  const interfaces =
    "interfaces" in bare ? { interfaces: bare.interfaces?.filter((it) => own.has(it.name.value)) } : {};
  return { ...bare, ...interfaces, fields } as unknown as DefinitionNode;
}

function withoutWords<T extends object>(node: T): T {
  return { ...node, description: undefined, directives: [] };
}
