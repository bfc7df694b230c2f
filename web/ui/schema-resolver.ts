import { toNestErrors } from "@hookform/resolvers";
import type { FieldError, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** A schema that a form can be made of. */
export type Fields = z.ZodType<FieldValues, FieldValues>;

/**
 * Has react-hook-form ask a schema. Each field gets the first sentence about it, of a choice of forms its own:
 * the sentences of the single forms are about what the person may not have meant.
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
