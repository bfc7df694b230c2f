import { z } from "zod";
import { Id, text } from "./fields.ts";

/** The font-icon class strings a category may carry; anything else is drawn as the trophy. */
export const icons = [
  "fas fa-trophy",
  "fas fa-laugh",
  "fas fa-water",
  "fas fa-fire",
  "fas fa-star",
  "fas fa-heart",
  "fas fa-camera",
  "fas fa-anchor",
  "fas fa-sun",
  "fas fa-fish",
] as const;

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

export const CategoryEdit = z.object({
  name: text(100, "Category name is required"),
  description: text(300, "Description is required"),
  icon: z.enum(icons).default("fas fa-trophy"),
  color: z.enum(colors).default("blue"),
  order: z.int().min(0).max(10_000).default(0),
});
