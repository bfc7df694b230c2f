import type { QueryClient } from "@tanstack/react-query";
import { type PageCall, addressOf } from "#contract/call.ts";
import { firstCallsOf } from "#contract/first-calls.ts";
import { send } from "../core/api.ts";
import { dashboardQuery, squadsQuery } from "../core/queries.ts";
import { hereZone } from "../core/zone.ts";
import { ownerInCookie } from "../core/device/owner.ts";
import { findKept, personOf } from "../core/device/store.ts";

/** After this long the answers of a trip that nobody has opened here are asked for again. */
const oldMs = 24 * 3_600_000;
const pauseMs = 250;

/**
 * Asks for what the viewer may want to read without a connection and has not opened here today: the dashboard, their squads, and the trips
 * of the dashboard with crew and awards. One call after the other, and none for people who save data.
 */
export async function keepNear(client: QueryClient): Promise<void> {
  const owner = ownerInCookie();
  if (owner === undefined || isSavingData()) return;
  const asked = { me: personOf(owner), zone: hereZone(), query: {} };
  const [{ trips }, squads] = await Promise.all([client.fetchQuery(dashboardQuery), client.fetchQuery(squadsQuery)]);
  const calls = [
    ...firstCallsOf({ name: "dashboard", params: {} }, asked),
    ...trips.flatMap(({ id }) =>
      (["trip", "ballot", "leaderboard"] as const).flatMap((name) => firstCallsOf({ name, params: { id } }, asked)),
    ),
    ...squads.flatMap(({ id }) => firstCallsOf({ name: "squad", params: { id } }, asked)),
  ];
  const byAddress = new Map(calls.map((call) => [addressOf(call.name, call), call]));
  for (const [address, call] of byAddress) await keepOne(owner, address, call);
}

async function keepOne(owner: string, address: string, call: PageCall): Promise<void> {
  const entry = await findKept(owner, address);
  if (entry && Date.now() - entry.at < oldMs) return;
  await send(call.name, call);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

const isSavingData = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
