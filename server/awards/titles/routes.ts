import { z } from "zod";
import type { Shelf } from "#contract/titles.ts";
import { crewOf, memberOfTrip, seeSquad } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { cursorOf, nextPage, readCursor, upTo } from "../../platform/http/cursor.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { limitCreating } from "../../platform/throttle/throttle.ts";
import { awardStore } from "../award-store.ts";
import { awardWrites } from "../writes-store.ts";
import { type ShelvedTitles, shelvesOf } from "./cabinet.ts";
import { titleStore, titleWrites } from "./store.ts";
import { addPack, copyAwards, setDeclined } from "./titles.ts";

type Parts = Pick<Ground, "database" | "activity" | "guesses">;

/** How many winners of a trophy a reply names at most, and how many trophies a shelf has at most. A page of shelves ends at as many. */
const maxWinners = 10;
const maxTrophies = 100;

const Cursor = z.tuple([z.int().min(0)]);

/** Mounts packs of awards, "not for me", and the trophy cabinet. */
export function titleRoutes(serve: Serve, { database, guesses, activity }: Parts): void {
  const countCreated = limitCreating(guesses);
  const store = titleStore(database);
  const awards = awardStore(database);
  const rights = rightsStore(database);
  const writesOf = (tx: Tx) => ({ awards: awardWrites(tx), titles: titleWrites(tx) });

  async function tellAdded(tripId: string, added: number, repeated: () => void) {
    if (added > 0) activity.tell("awards_changed", { trip: tripId });
    else repeated();
    return { added };
  }

  serve.call("POST /api/trips/:id/award-packs", async ({ viewer, params, body, repeated }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    const added = await database.transact((tx) => addPack(writesOf(tx), trip, body.pack));
    return tellAdded(trip.tripId, added, repeated);
  });

  serve.call("POST /api/trips/:id/last-awards", async ({ viewer, params, repeated }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    const last = await store.findLastTrip(trip.tripId);
    // Crew outside the squad may not see its earlier trips.
    if (last === undefined || !(await rights.onTrip(viewer.id, last)).maySee)
      throw new Problem("conflict", "no_earlier_awards");
    const added = await database.transact((tx) => copyAwards(writesOf(tx), trip, last));
    return tellAdded(trip.tripId, added, repeated);
  });

  // No hint goes out: nobody is told.
  async function setName(viewerId: string, categoryId: string, isDeclined: boolean) {
    const category = await awards.findCategory(categoryId);
    if (!category) throw notFound("trip_not_found");
    const trip = await crewOf(rights, viewerId, category.tripId);
    await database.transact((tx) => setDeclined(writesOf(tx), trip, categoryId, isDeclined));
  }
  serve.call("PUT /api/categories/:id/not-for-me", async ({ viewer, params }) => {
    await setName(viewer.id, params.id, true);
    return undefined;
  });
  serve.call("DELETE /api/categories/:id/not-for-me", async ({ viewer, params }) => {
    await setName(viewer.id, params.id, false);
    return undefined;
  });

  serve.call("GET /api/squads/:id/trophies", async ({ viewer, params, query, request, reply }) => {
    const { squadId, role } = await seeSquad(rights, viewer.id, params.id);
    const first = readCursor(query.cursor, Cursor)?.[0] ?? 0;
    const [won, open] = await Promise.all([
      store.titlesOf(squadId),
      // Strangers of a public squad know only of awards that are over.
      role === null || query.by === "person" ? [] : store.openAwardsOf(squadId),
    ]);
    const shelves = shelvesOf(won, open, query.by);
    const page = upTo(maxTrophies, shelves.slice(first, first + query.limit), ({ titles }) => titles.length);
    const end = first + page.length;
    nextPage(request, reply, shelves.length > end ? cursorOf([end]) : null);
    return present(page);
  });

  async function present(shelves: readonly ShelvedTitles[]): Promise<Shelf[]> {
    const shown = shelves.map((shelf) => ({ ...shelf, titles: shelf.titles.slice(0, maxTrophies) }));
    const named = shown.flatMap(({ titles }) => titles.flatMap(({ winners }) => winners.slice(0, maxWinners)));
    const [people, receipts] = await Promise.all([
      store.people([...new Set(named)]),
      store.receiptsOf(shown.flatMap(({ titles }) => titles.map(({ category }) => category.id))),
    ]);
    return shown.map(({ key, titles, open }) => ({
      key,
      user: people.get(key) ?? null,
      trophies: titles.map(({ category, trip, winners, times, titlesInRow }) => ({
        category,
        trip,
        winners: winners.slice(0, maxWinners).map((id) => people.get(id) ?? null),
        winnerCount: winners.length,
        times,
        titlesInRow,
        receipt: receipts.get(category.id) ?? null,
      })),
      open: open.map(({ category, trip }) => ({ category, trip })),
    }));
  }
}
