import { toNestErrors } from "@hookform/resolvers";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** A schema for a form. */
export type Fields = z.ZodType<FieldValues, FieldValues>;

/**
 * Validates react-hook-form by a schema. Each field gets its first sentence. For a union the sentence of the union counts,
 * because the sentences of its members may concern another choice than the person's.
 */
export const resolverOf =
  <S extends Fields>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> =>
  async (values, _context, options) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, code, message } of result.error.issues) errors[path.join(".")] ??= { type: code, message };
    return { values: {}, errors: toNestErrors<z.input<S>>(errors, options) };
  };
