import { useQueryClient } from "@tanstack/react-query";
import type { Books, Cost, NewCost } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { callOrKeep } from "../../core/outbox/call-or-keep.ts";
import { useMe } from "../../core/viewer.ts";
import { toast } from "../../ui/toast.ts";
import { withCost, withoutCost } from "../books/changed-books.ts";
import { shownCost } from "../books/entered-cost.ts";
import { changeBooks, costsKey, refreshCosts } from "../books/in-cache.ts";
import { madeCost } from "../books/show-made.ts";
import { editOf } from "./edit-of.ts";
import { findUndo, takeBackCost, takeBackWaiting, tellDone } from "./undo-cost.ts";

/** Saves a cost. The page shows it at once, and as it was before if the server refuses: then `onProblem` gets the sentence. */
export function useSaveCost(books: Books, tripId: string, onProblem: (sentence: string) => void) {
  const client = useQueryClient();
  const me = useMe();
  /** A fetch under way would show what was before. */
  const begin = () => client.cancelQueries({ queryKey: costsKey(tripId) });
  const refuse = (error: unknown, title: string) => {
    const text = sentenceOf(error);
    onProblem(text);
    toast({ title, text, reason: "What you typed is there when you open it again.", look: "danger" });
  };
  const hide = (key: string) => changeBooks(client, tripId, (now) => withoutCost(now, key));
  const show = (cost: Cost) =>
    changeBooks(client, tripId, (now, isShown) => (isShown(cost) ? withCost(now, cost) : now));
  const replace = (cost: Cost) => {
    hide(cost.key);
    show(cost);
  };

  return {
    add: async (cost: NewCost) => {
      const { key, title } = cost;
      await begin();
      const shown = madeCost(books, tripId, cost, me.id);
      if (shown) show(shown);
      try {
        const about = `Your cost “${title}” (${formatAmount(cost.amount, cost.currency)})`;
        const added = await callOrKeep("POST /api/trips/:id/costs", { of: tripId, body: cost, about });
        if (!added) {
          const text = "It is kept on this device and sent once you are online.";
          return tellDone(`“${title}” waits`, () => takeBackWaiting(client, tripId, key), text);
        }
        replace(added);
        tellDone(`“${title}” is in the books`, () => takeBackCost(client, tripId, added));
      } catch (error) {
        hide(key);
        refuse(error, `“${title}” was not saved`);
      }
      return void refreshCosts(client, tripId);
    },

    /** `before` is what the cost said when the sheet opened; only what differs is sent. */
    edit: async (cost: Cost, before: NewCost | undefined, after: NewCost) => {
      const body = editOf(cost.version, before, after);
      if (!body) return undefined;
      const shown = shownCost(after, books, cost);
      const { version, mayChange } = cost;
      const receipt = after.receipt === undefined ? cost.receipt : (shown?.receipt ?? null);
      await begin();
      if (shown) replace({ ...shown, version, mayChange, receipt });
      try {
        replace(await api("PATCH /api/costs/:id", { params: { id: cost.id }, body }));
        const undo = await findUndo(client, tripId, cost.id).catch(() => undefined);
        if (undo) tellDone(`“${after.title}” is changed`, undo);
        else toast({ title: `“${after.title}” is changed` });
      } catch (error) {
        replace(cost);
        refuse(error, `“${cost.title}” was not changed`);
      }
      return void refreshCosts(client, tripId);
    },
  };
}
