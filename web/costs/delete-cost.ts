import type { QueryClient } from "@tanstack/react-query";
import type { Cost } from "#contract/costs.ts";
import { api, unlessGone } from "../core/api.ts";
import { toast } from "../ui/toast.ts";
import { withoutCost } from "./books/changed-books.ts";
import { changeBooks, costsKey, refreshCosts } from "./books/in-cache.ts";
import { undoChangeOf } from "./undo-change.ts";

/**
 * Deletes a cost, and offers to bring it back. `onGone` runs before the list is without it. Rejects as `api` does; somebody else's deletion
 * is as good.
 */
export async function deleteCost(
  client: QueryClient,
  tripId: string,
  { id, key, title }: Cost,
  onGone: () => void,
): Promise<void> {
  await api("DELETE /api/costs/:id", { params: { id } }).catch(unlessGone);
  onGone();
  await client.cancelQueries({ queryKey: costsKey(tripId) });
  changeBooks(client, tripId, (books) => withoutCost(books, key));
  toast({
    title: "Cost deleted",
    text: title,
    action: { label: "Undo", onPress: () => void undoChangeOf(client, tripId, id) },
  });
  void refreshCosts(client, tripId);
}
