import { createRequire } from "node:module";
import { z } from "zod";

type Serializer = (value: unknown) => string;
type Schema = Record<string, unknown>;

/** Loaded with the first reply, not at start. */
const load = createRequire(import.meta.url);

/**
 * Turns a reply into JSON by its contract: only the fields that it names leave the server, and a value of the wrong
 * kind is an error. Compiled at the first use.
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
  return build(plain(json) as Schema);
}

/** `anyOf: [X, null]` as X with `nullable`, which needs no validator at run time; formats as the strings they are. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $schema: _, format: __, pattern: ___, additionalProperties: ____, anyOf, ...rest } = schema as Schema;
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const other = anyOf.find((option: Schema) => option["type"] !== "null") as Schema;
    if (anyOf.some((option: Schema) => option["type"] === "null"))
      return { ...(plain(other) as Schema), ...rest, nullable: true };
  }
  return Object.fromEntries(
    Object.entries({ ...rest, ...(anyOf !== undefined && { anyOf }) }).map(([key, value]) => [key, plain(value)]),
  );
}
