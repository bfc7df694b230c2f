import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { keys } from "../../core/keys.ts";
import { chunkOptions } from "./use-items.ts";

const tripId = "00000000-0000-7000-8000-000000000001";
const photo = (state: MediaItem["state"]) => [{ id: "a", state }] as unknown as MediaItem[];

/** The rows with which the newest chunk begins, while React draws a screen whose photo was still being processed. */
function beginsWith(client: QueryClient) {
  const first = { rows: photo("processing"), next: null };
  const options = chunkOptions(client, { scope: { tripId }, filter: {}, first }, { cursor: "" });
  return (options as { initialData: () => unknown }).initialData();
}

test("the newest chunk begins with the newest answer of the screen", () => {
  const client = new QueryClient();
  client.setQueryData(keys.trip(tripId), { media: photo("ready") });
  expect(beginsWith(client)).toEqual(photo("ready"));
});

test("the newest chunk is fetched if the screen is stale", async () => {
  const client = new QueryClient();
  client.setQueryData(keys.trip(tripId), { media: photo("processing") });
  await client.invalidateQueries({ queryKey: keys.trip(tripId) });
  expect(beginsWith(client)).toBeUndefined();
});
