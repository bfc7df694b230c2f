// Written by hand because fast-json-stringify takes JSON schemas, and the contract has zod schemas.
import { createRequire } from "node:module";
import { z } from "zod";

type Serializer = (value: unknown) => string;
type Schema = Record<string, unknown>;

/** Loads the compiler with the first reply, not at start. */
const load = createRequire(import.meta.url);

/**
 * Serializes a reply by its contract: only the fields that the contract names leave the server, and a value of a wrong type is an
 * error. Compiled at the first use.
 */
export function replySerializer(schema: z.ZodType): Serializer {
  let compiled: Serializer | undefined;
  return (value) => {
    compiled ??= compile(schema);
    return compiled(value);
  };
}

function compile(schema: z.ZodType): Serializer {
  const build = load("fast-json-stringify") as (schema: Schema) => Serializer;
  const json = z.toJSONSchema(schema, { target: "draft-7", io: "output", unrepresentable: "any" });
  return build(simplify(json) as Schema);
}

/** Rewrites `anyOf: [X, null]` as X with `nullable`, which needs no validator at run time. Drops formats: they stay strings. */
function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $schema: _, format: __, pattern: ___, additionalProperties: ____, anyOf, ...rest } = schema as Schema;
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const other = anyOf.find((option: Schema) => option["type"] !== "null") as Schema;
    if (anyOf.some((option: Schema) => option["type"] === "null"))
      return { ...(simplify(other) as Schema), ...rest, nullable: true };
  }
  return Object.fromEntries(
    Object.entries({ ...rest, ...(anyOf !== undefined && { anyOf }) }).map(([key, value]) => [key, simplify(value)]),
  );
}
