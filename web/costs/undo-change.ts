import type { QueryClient } from "@tanstack/react-query";
import { api, sentenceOf } from "../core/api.ts";
import { toast } from "../ui/toast.ts";
import { refreshCosts } from "./books/in-cache.ts";

/** Puts back what a change replaced, and says so. */
export async function undoChange(client: QueryClient, tripId: string, id: string): Promise<void> {
  try {
    await api("POST /api/changes/:id/undo", { params: { id }, body: {} });
    toast({ title: "Undone" });
  } catch (error) {
    toast({ title: "Not undone", text: sentenceOf(error), look: "danger" });
  }
  await refreshCosts(client, tripId);
}

/** Undoes the latest change of a cost or payment, which the viewer has just made. */
export async function undoChangeOf(client: QueryClient, tripId: string, thing: string): Promise<void> {
  try {
    const changes = await api("GET /api/trips/:id/changes", { params: { id: tripId }, query: { of: "costs" } });
    const latest = changes.find((one) => one.of === thing);
    if (latest) return await undoChange(client, tripId, latest.id);
    toast({ title: "Not undone", text: "It is not in the history any more.", look: "danger" });
  } catch (error) {
    toast({ title: "Not undone", text: sentenceOf(error), look: "danger" });
  }
  return undefined;
}
