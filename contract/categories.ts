import { z } from "zod";
import { Id, line, name, text } from "./fields.ts";

/** The colours that have a gradient; anything else is drawn in gray. */
export const colors = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black"] as const;

export const Category = z.object({
  id: Id,
  tripId: Id,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
  order: z.int(),
});
export type Category = z.infer<typeof Category>;

/** A short text; null and an empty text mean the default. */
const textOr = (usual: string) =>
  line(60)
    .nullable()
    .transform((written) => written || usual);

const fields = {
  name: name(100, "Category name is required"),
  description: text(300, "Description is required"),
  icon: textOr("fas fa-trophy"),
  color: textOr("blue"),
  order: z.int().min(0).max(10_000),
};

export const NewCategory = z.object({
  ...fields,
  icon: fields.icon.default("fas fa-trophy"),
  color: fields.color.default("blue"),
  order: fields.order.default(0),
});

export type NewCategory = z.infer<typeof NewCategory>;

/** An edit changes the fields that it names, and no others. */
export const CategoryPatch = z.object(fields).partial();
export type CategoryPatch = z.infer<typeof CategoryPatch>;
