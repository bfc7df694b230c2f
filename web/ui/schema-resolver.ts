import { type FieldErrors, type FieldValues, type Resolver, get, set } from "react-hook-form";
import type { z } from "zod";

/** A schema for a form. */
export type Fields = z.ZodType<FieldValues, FieldValues>;

/**
 * Lets react-hook-form validate by a schema. Each field gets the first message about it. If the schema is a choice of forms, the message
 * is that of the choice, because the messages of a single form may be about one that the person does not mean.
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
