// Written by hand because zod-fast-check knows zod 3 only, and the description has JSON schemas.
import fc from "fast-check";
import { roles } from "./world.ts";
import type { openApi } from "../openapi/openapi.ts";

type Description = ReturnType<typeof openApi>;
/** The keywords of JSON Schema that the bodies and parameters of the description use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** An operation of the description, with its method and path. */
export interface DescribedCall extends Operation {
  readonly method: string;
  readonly path: string;
}

/** A request that is mostly as described, and damaged in one place or another. Ids are numbers that the test turns into real ones. */
export interface RandomRequest {
  readonly call: DescribedCall;
  readonly role: (typeof roles)[number] | "seat";
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Stands for the id of something in the test's world: `{id 3}`. */
export const idMark = /\{id (\d+)\}/g;
const knownId = fc.nat(15).map((n) => `{id ${n}}`);

export const callsOf = (description: Description): DescribedCall[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...(operation as Operation), method, path })),
  );

const oddTexts = fc.constantFrom(
  "",
  " ",
  "\0",
  "\ud83c",
  "\u200b",
  "null",
  "__proto__",
  "-1",
  "1e999",
  "’; drop table--",
);
const oddText = fc.oneof(oddTexts, fc.string({ unit: "binary", maxLength: 40 }), fc.constant("x".repeat(5000)));
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, -1, 0.5, 2 ** 53, 1e308, [], {}, [[]], [null], { id: {} }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Random values that fit a schema. */
function valueOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => valueOf(inner, schemas);
  if (schema.$ref) return of(schemas[schema.$ref.split("/").at(-1)!]!);
  if (schema.examples) return fc.constantFrom(...schema.examples);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (typeof schema.type === "object") return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return fc.integer({ min: Math.max(schema.minimum ?? -100, -100), max: Math.min(schema.maximum ?? 1e6, 1e6) });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(of(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, of(inner)] as const);
      return fc.record(Object.fromEntries(fields), {
        requiredKeys: [...(schema.required ?? [])],
        noNullPrototype: true,
      });
    }
    default:
      return oddValue;
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return knownId;
  if (format === "email") return fc.emailAddress();
  if (format === "date-time")
    return fc
      .date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((day) => day.toISOString());
  if (pattern?.startsWith("^/objects/")) return knownId.map((id) => `/objects/${id}`);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 30) });
}

/** Puts `odd` in the place of one field of a value, or of the whole value. */
function damage(value: unknown, odd: unknown, at: number): unknown {
  if (typeof value !== "object" || value === null) return odd;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)];
  if (key === undefined) return odd;
  const inner = damage((value as Record<string, unknown>)[key], odd, Math.floor(at / (keys.length + 1)));
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

const headerNames = [
  "accept",
  "accept-encoding",
  "content-type",
  "cookie",
  "expect",
  "host",
  "if-match",
  "if-none-match",
  "if-range",
  "origin",
  "range",
  "referer",
  "sec-fetch-site",
  "transfer-encoding",
  "tus-resumable",
  "upload-offset",
  "user-agent",
  "x-forwarded-for",
];
/** Node refuses other characters in headers before the app sees them. */
const headerText = fc.oneof(
  fc.constantFrom(
    "bytes=0-",
    "bytes=9-1",
    "bytes=-0",
    "*",
    "identity",
    "device=x; session=",
    "application/xml",
    "a".repeat(3000),
    "-1",
    "1e9",
  ),
  fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,40}$/),
);

const oddHeaders = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 3, noNullPrototype: true }),
  },
);

function bodyOf(call: DescribedCall, schemas: Readonly<Record<string, Schema>>): fc.Arbitrary<RandomRequest["body"]> {
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!content) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddText });
  if (type !== "application/json") return fc.uint8Array({ maxLength: 200 });
  const valid = valueOf(content.schema, schemas);
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid, oddValue, fc.nat(10_000))
        .map(([value, odd, at]) => JSON.stringify(damage(value, odd, at))),
    },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat(400)).map(([value, at]) => JSON.stringify(value)?.slice(0, at)) },
    { weight: 1, arbitrary: fc.oneof(oddText, fc.uint8Array({ maxLength: 100 }), fc.constant(undefined)) },
  );
}

/** Random requests to these calls. */
export function requestTo(calls: readonly DescribedCall[], description: Description): fc.Arbitrary<RandomRequest> {
  const schemas = description.components.schemas as unknown as Readonly<Record<string, Schema>>;
  const parametersOf = (call: DescribedCall, where: "path" | "query") => {
    const values = call.parameters
      .filter((one) => one.in === where)
      .map(({ name, schema }) => {
        const valid = valueOf(schema, schemas).map(String);
        return [name, fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: oddText })] as const;
      });
    return fc.record(Object.fromEntries(values), {
      ...(where === "query" && { requiredKeys: [] }),
      noNullPrototype: true,
    });
  };
  const to = (call: DescribedCall) =>
    fc.record({
      call: fc.constant(call),
      role: fc.constantFrom(...roles, "seat" as const, ...roles.slice(3), ...roles.slice(3)),
      params: parametersOf(call, "path"),
      query: parametersOf(call, "query"),
      headers: oddHeaders,
      body: bodyOf(call, schemas),
    });
  return fc.oneof(...calls.map(to));
}
