import type { QueryClient } from "@tanstack/react-query";
import { type PageCall, addressOf, call } from "#contract/call.ts";
import { firstCallsOf } from "#contract/first-calls.ts";
import { send } from "../core/api.ts";
import { dashboardQuery, squadsQuery } from "../core/queries.ts";
import { dayOf, today } from "../core/calendar.ts";
import { hereZone } from "../core/zone.ts";
import { wait } from "../ui/wait.ts";
import { ownerInCookie } from "../core/device/owner.ts";
import { findKept, personOf } from "../core/device/store.ts";

/** After this long what nobody has opened here is asked for again. A trip that is over changes little. In milliseconds. */
const oldMs = { now: 24 * 3_600_000, over: 30 * 24 * 3_600_000 };
const pauseMs = 250;

/**
 * Asks for what the viewer may want to read without a connection and has not opened here: the dashboard, their squads, and the trips of the
 * dashboard with crew and awards. One call after the other, and none for people who save data.
 */
export async function keepNear(client: QueryClient): Promise<void> {
  const owner = ownerInCookie();
  if (owner === undefined || isSavingData()) return;
  const asked = { me: personOf(owner), zone: hereZone(), query: {} };
  const [{ trips }, squads] = await Promise.all([client.fetchQuery(dashboardQuery), client.fetchQuery(squadsQuery)]);
  const wanted = [
    ...firstCallsOf({ name: "dashboard", params: {} }, asked).map((first) => ({ call: first, maxMs: oldMs.now })),
    // The page of a ballot asks for the trip and its crew too.
    ...trips.flatMap(({ id, endDate }) =>
      firstCallsOf({ name: "ballot", params: { id } }, asked).map((first) => ({
        call: first,
        maxMs: dayOf(endDate) < today() ? oldMs.over : oldMs.now,
      })),
    ),
    ...squads.map(({ id }) => ({ call: call("GET /api/squads/:id", { params: { id } }), maxMs: oldMs.now })),
  ];
  const byAddress = new Map(wanted.map((one) => [addressOf(one.call.name, one.call), one]));
  for (const [address, one] of byAddress) await keepOne(owner, address, one);
}

async function keepOne(owner: string, address: string, { call, maxMs }: { call: PageCall; maxMs: number }) {
  const entry = await findKept(owner, address);
  if (entry && Date.now() - entry.at < maxMs) return;
  await send(call.name, call);
  await wait(pauseMs);
}

const isSavingData = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
