import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { keys } from "../../core/keys.ts";
import { chunkOptions } from "./use-items.ts";

const tripId = "00000000-0000-7000-8000-00000000000a";
const processing = { id: "00000000-0000-7000-8000-00000000000b", state: "processing" } as MediaItem;
const ready = { ...processing, state: "ready" } as MediaItem;

afterEach(() => vi.unstubAllGlobals());

/** The states of the newest photos once their gallery is drawn, after `before` happened to the trip's screen. */
async function statesAfter(before: (client: QueryClient) => Promise<void>) {
  vi.stubGlobal("fetch", async () => Response.json([ready]));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keys.trip(tripId), {});
  await before(client);
  const source = { scope: { tripId }, filter: {}, first: { rows: [processing], next: null } };
  const observer = new QueryObserver(client, chunkOptions(client, source, { cursor: "" }));
  let shown: readonly MediaItem[] | undefined;
  const leave = observer.subscribe(({ data }) => (shown = data));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
  leave();
  client.clear();
  return (shown ?? observer.getCurrentResult().data)?.map(({ state }) => state);
}

test("a gallery begins with the photos that arrived with its screen", async () => {
  expect(await statesAfter(async () => {})).toEqual(["processing"]);
});

test("a gallery fetches its photos if a hint came before it was drawn", async () => {
  const hint = async (client: QueryClient) =>
    client.invalidateQueries({ queryKey: keys.trip(tripId), refetchType: "none" });
  expect(await statesAfter(hint)).toEqual(["ready"]);
});
