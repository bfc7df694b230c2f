import type { QueryClient } from "@tanstack/react-query";
import type { NewPayment, SettleLine } from "#contract/costs.ts";
import { ApiError, api, sentenceOf, unlessGone } from "../core/api.ts";
import { today } from "../core/calendar.ts";
import { callOrKeep } from "../core/outbox/call-or-keep.ts";
import { newKey } from "../core/outbox/new-key.ts";
import { toast } from "../ui/toast.ts";
import { changeBooks, costsKey, refreshCosts } from "./books/in-cache.ts";
import { withPayment } from "./books/changed-books.ts";
import { shownPayment } from "./books/show-made.ts";
import { undoChangeOf } from "./undo-change.ts";

/** What became of a payment. `line gone`: somebody else has recorded it, or the plan is another one now. */
type Outcome = "recorded" | "waits" | "line gone" | "refused";

/** Names a payment: "Your payment to Ana". */
interface About {
  readonly tripId: string;
  readonly about: string;
}

/** A payment of today along a line of the plan. With `isAgain` it is one more, whatever the plan says. */
export const paymentAlong = ({ from, to, amount }: SettleLine, isAgain = false): NewPayment => ({
  key: newKey(),
  from,
  to,
  amount,
  day: today(),
  ...(!isAgain && { alongLine: true }),
});

/**
 * Records a payment, which the books show before the server has answered, and says what became of it. Without a connection it waits on this
 * device.
 */
export async function recordPayment(client: QueryClient, body: NewPayment, { tripId, about }: About): Promise<Outcome> {
  // An answer from before would show the old plan again.
  await client.cancelQueries({ queryKey: costsKey(tripId) });
  changeBooks(client, tripId, (books) => withPayment(books, shownPayment(body)));
  try {
    const payment = await callOrKeep("POST /api/trips/:id/payments", { of: tripId, body, about });
    if (!payment) return "waits";
    toast({
      title: "Payment recorded",
      action: { label: "Undo", onPress: () => void deletePayment(client, tripId, payment.id, false) },
    });
    return "recorded";
  } catch (error) {
    if (error instanceof ApiError && error.key === "payment_line_gone") return "line gone";
    toast({ title: "Payment not recorded", text: sentenceOf(error), look: "danger" });
    return "refused";
  } finally {
    void refreshCosts(client, tripId);
  }
}

/** Deletes a payment. Unless that is an undoing itself, a toast offers to bring it back. */
export async function deletePayment(client: QueryClient, tripId: string, id: string, mayUndo = true): Promise<void> {
  try {
    await api("DELETE /api/payments/:id", { params: { id } }).catch(unlessGone);
    toast({
      title: mayUndo ? "Payment deleted" : "Payment taken back",
      ...(mayUndo && { action: { label: "Undo", onPress: () => void undoChangeOf(client, tripId, id) } }),
    });
  } catch (error) {
    toast({ title: "Payment not deleted", text: sentenceOf(error), look: "danger" });
  }
  await refreshCosts(client, tripId);
}
