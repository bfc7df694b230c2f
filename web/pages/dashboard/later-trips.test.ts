import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "../../core/keys.ts";
import { dashboardQuery } from "../../core/queries.ts";
import { laterTripsQuery } from "./later-trips-query.ts";

afterEach(() => vi.unstubAllGlobals());

/** The trips of the server, nearest first. The dashboard has two, and so has a page. A cursor is the trip before it. */
let stored: readonly string[];
let asked: string[];
beforeEach(() => {
  stored = ["a", "b", "c", "d", "e", "f", "g"];
  asked = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const { pathname, searchParams } = new URL(address, "http://any");
    const from = pathname === "/api/trips" ? stored.indexOf(searchParams.get("cursor")!) + 1 : 0;
    const rows = stored.slice(from, from + 2).map((id) => ({ id }));
    const next = from + 2 < stored.length ? stored[from + 1]! : null;
    if (pathname === "/api/dashboard") return Response.json({ trips: rows, nextTrips: next });
    return Response.json(rows, { headers: next === null ? {} : { link: `</api/trips?cursor=${next}>; rel="next"` } });
  });
});

async function openDashboard() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  await client.fetchQuery(dashboardQuery);
  const later = new InfiniteQueryObserver(client, {
    ...laterTripsQuery,
    enabled: ({ state }) => state.data !== undefined,
  });
  const close = later.subscribe(() => {});
  const shown = () => {
    const dashboard = client.getQueryData(dashboardQuery.queryKey)!.trips.map(({ id }) => id);
    return [
      ...dashboard,
      ...(later.getCurrentResult().data?.pages ?? []).flatMap(({ rows }) => rows.map(({ id }) => id)),
    ];
  };
  return { client, later, close, shown };
}

test("later trips are asked for by scrolling alone, page by page", async () => {
  const { client, later, shown } = await openDashboard();
  await client.invalidateQueries({ queryKey: keys.dashboard });
  expect(asked.filter((address) => address.startsWith("/api/trips"))).toEqual([]);
  await later.fetchNextPage();
  expect(shown()).toEqual(["a", "b", "c", "d"]);
  await later.fetchNextPage();
  await later.fetchNextPage();
  expect(shown()).toEqual(stored);
  expect(later.getCurrentResult().hasNextPage).toBe(false);
});

test("a hint refetches the pages that are there, after the new dashboard", async () => {
  const { client, later, shown } = await openDashboard();
  await later.fetchNextPage();
  await later.fetchNextPage();
  const changes = [
    ["x", "a", "b", "c", "d", "e", "f", "g"],
    ["b", "c", "d", "e", "f", "a"],
    ["c", "g", "a", "b"],
  ];
  for (const now of changes) {
    stored = now;
    await client.invalidateQueries({ queryKey: keys.dashboard });
    expect(shown()).toEqual(now.slice(0, 6));
  }
});

test("a dashboard that ends with its own trips leaves no later ones", async () => {
  const { client, later, shown } = await openDashboard();
  await later.fetchNextPage();
  stored = ["a", "b"];
  await client.invalidateQueries({ queryKey: keys.dashboard });
  expect(shown()).toEqual(["a", "b"]);
  stored = ["a", "b", "c"];
  await client.invalidateQueries({ queryKey: keys.dashboard });
  expect(shown()).toEqual(["a", "b", "c"]);
});

test("a page that opens again waits for the new dashboard", async () => {
  const { client, later, close, shown } = await openDashboard();
  await later.fetchNextPage();
  close();
  stored = ["x", ...stored];
  await client.invalidateQueries({ queryKey: keys.dashboard });
  // A part of a page mounts before the page, so the later trips are asked for first.
  later.subscribe(() => {});
  await vi.waitFor(() => expect(shown()).toEqual(["x", "a", "b", "c"]));
});
