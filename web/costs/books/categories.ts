import {
  Beer,
  BedDouble,
  CircleEllipsis,
  type LucideIcon,
  Plane,
  ShoppingBasket,
  Ticket,
  Utensils,
} from "lucide-react";
import type { CostCategory } from "#contract/costs.ts";

/** The names and icons of the categories, in the order of the form. */
export const categories: Readonly<Record<CostCategory, { readonly name: string; readonly Icon: LucideIcon }>> = {
  stay: { name: "Stay", Icon: BedDouble },
  travel: { name: "Travel", Icon: Plane },
  food: { name: "Food", Icon: Utensils },
  drinks: { name: "Drinks", Icon: Beer },
  groceries: { name: "Groceries", Icon: ShoppingBasket },
  fun: { name: "Fun", Icon: Ticket },
  other: { name: "Other", Icon: CircleEllipsis },
};
