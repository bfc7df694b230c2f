import { type FieldErrors, type FieldValues, type Resolver, get, set } from "react-hook-form";
import type { z } from "zod";

/** A schema whose input and output are objects, as a form needs. */
export type Fields = z.ZodType<FieldValues, FieldValues>;

/**
 * Lets react-hook-form validate by a schema. Each field gets the first message about it. A field that is a union gets the union's own
 * message, because a message of one member may be about a value that the person does not mean.
 */
export const resolverOf =
  <S extends Fields>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> =>
  async (values) => {
    const result = await schema.safeParseAsync(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<z.input<S>> = {};
    for (const { path, code, message } of result.error.issues) {
      const field = path.join(".");
      if (get(errors, field) === undefined) set(errors, field, { type: code, message });
    }
    return { values: {}, errors };
  };
