import type { Books, Cost, NewCost, NewPayment, Payment } from "#contract/costs.ts";
import type { ShowMade } from "../../core/outbox/show-made.ts";
import { today } from "../../core/calendar.ts";
import { withCost, withPayment } from "./changed-books.ts";
import { shownCost } from "./entered-cost.ts";
import { inBooks } from "./in-cache.ts";

/** The books of a trip with costs and payments that wait. Their ids are their keys until they have arrived. */
export const showMadeOnBooks: ShowMade = (queryKey, data, made, me) => {
  if (queryKey[0] !== "trip" || queryKey[1] !== made.of || queryKey[2] !== "costs") return data;
  return inBooks(queryKey, data, (books, isShown) => {
    if (made.call === "POST /api/trips/:id/payments") return withPayment(books, shownPayment(made.body));
    const cost = made.call === "POST /api/trips/:id/costs" && madeCost(books, made.of, made.body, me.id);
    return cost && isShown(cost) ? withCost(books, cost) : books;
  });
};

/** A cost that the server has not seen. Undefined if it does not add up. */
export const madeCost = (books: Books, tripId: string, cost: NewCost, me: string): Cost | undefined =>
  shownCost(cost, books, { id: cost.key, tripId, writtenBy: me });

/** A payment as the page shows it before the server has answered. */
export const shownPayment = ({ key, from, to, amount, day, note = "", handedOver = null }: NewPayment): Payment => ({
  id: key,
  key,
  from,
  to,
  amount,
  day: `${(day ?? today()).slice(0, 10)}T00:00:00.000Z`,
  note,
  handedOver,
  mayDelete: false,
});
