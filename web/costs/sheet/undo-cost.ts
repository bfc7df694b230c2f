import type { QueryClient } from "@tanstack/react-query";
import { api, unlessGone } from "../../core/api.ts";
import { openOutbox } from "../../core/outbox/outbox.ts";
import { outboxList } from "../../core/outbox/waiting.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { toast } from "../../ui/toast.ts";
import { withoutCost } from "../books/changed-books.ts";
import { changeBooks, refreshCosts } from "../books/in-cache.ts";

/** Says that something is done, with a button that takes it back. */
export const tellDone = (title: string, undo: () => Promise<unknown>, text?: string): void =>
  toast({
    title,
    ...(text !== undefined && { text }),
    action: {
      label: "Undo",
      onPress: () =>
        void undo().catch((error: unknown) => tellProblem(error, "That could not be undone", "Please try again.")),
    },
  });

/** Deletes a cost that was just entered. */
export async function takeBackCost(
  client: QueryClient,
  tripId: string,
  cost: { id: string; key: string },
): Promise<void> {
  await api("DELETE /api/costs/:id", { params: { id: cost.id } }).catch(unlessGone);
  changeBooks(client, tripId, (books) => withoutCost(books, cost.key));
  await refreshCosts(client, tripId);
}

/** Takes a cost out of the outbox. It has gone out meanwhile if there was a connection; then it is deleted like any other. */
export async function takeBackWaiting(client: QueryClient, tripId: string, key: string): Promise<void> {
  const entry = outboxList.current().find((one) => one.call === "POST /api/trips/:id/costs" && one.body.key === key);
  if (entry) await (await openOutbox())?.remove(entry.id);
  changeBooks(client, tripId, (books) => withoutCost(books, key));
  await refreshCosts(client, tripId).catch(() => undefined);
}

/** Returns what puts back the latest change of a cost; undefined if nothing can be. Ask at once after changing it. */
export async function findUndo(
  client: QueryClient,
  tripId: string,
  costId: string,
): Promise<(() => Promise<void>) | undefined> {
  const changes = await api("GET /api/trips/:id/changes", {
    params: { id: tripId },
    query: { of: "costs", limit: 20 },
  });
  const change = changes.find((one) => one.of === costId);
  if (!change?.mayUndo) return undefined;
  return async () => {
    await api("POST /api/changes/:id/undo", { params: { id: change.id }, body: {} });
    await refreshCosts(client, tripId);
  };
}
