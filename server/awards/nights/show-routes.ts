import { type ShowState, cardLeadMs } from "#contract/nights.ts";
import { memberOfTrip, organizerOf, seeTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Ground } from "../../schema/ground.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { processMemory } from "../../platform/throttle/process-memory.ts";
import { openThrottle } from "../../platform/throttle/throttle.ts";
import { presentCards } from "./cards.ts";
import type { nightClock } from "./clock.ts";
import { findRunningNight, noNight, startShow, turnCard } from "./night.ts";
import type { NightPages } from "./page.ts";
import { aheadOf, presentCard } from "./show.ts";
import { type Step, type StoredNight, showStore } from "./show-store.ts";
import { nightStore, nightWrites } from "./store.ts";

/** Five reactions at once, and then five a second. */
const reacting = { atOnce: 5, everySeconds: 0.2 };
/** A page sends a sign every twenty seconds, and answers those who come in the meantime. */
const waiting = { atOnce: 10, everySeconds: 2 };

interface Parts extends Pick<Ground, "database" | "activity"> {
  readonly pages: NightPages;
  readonly clock: ReturnType<typeof nightClock>;
  /** Tells the open pages of a trip where its show is now. */
  readonly moved: (tripId: string, show: ShowState) => void;
}

/** Mounts the calls of the show: who waits for it, its moves, its cards and the reactions to them. */
export function showRoutes(serve: Serve, { database, activity, pages, clock, moved }: Parts): void {
  const store = nightStore(database);
  const shows = showStore(database);
  const reactions = openThrottle(processMemory(), true);
  const signs = openThrottle(processMemory(), true);
  const rights = rightsStore(database);

  serve.call("POST /api/trips/:id/night/here", async ({ viewer, params, body }) => {
    const { tripId } = await memberOfTrip(rights, viewer.id, params.id);
    const stage = (await store.findNight(tripId))?.stage;
    // A page may be a moment late, and one sign too many is no loss: nothing of this is a fault.
    if ((stage === "planned" || stage === "closed") && (await signs.tryCount(viewer.id, waiting)))
      activity.tell("here", { trip: tripId }, { person: viewer.id, asks: body.asks });
    return undefined;
  });

  serve.call("POST /api/trips/:id/night/start", async ({ viewer, params }) => {
    const trip = await organizerOf(rights, viewer.id, params.id);
    return tellShow(trip.tripId, await database.transact((tx) => startShow(nightWrites(tx), trip)));
  });

  serve.call("POST /api/trips/:id/night/next", ({ viewer, params, body }) => turn(viewer.id, params.id, body, 1));
  serve.call("POST /api/trips/:id/night/back", ({ viewer, params, body }) => turn(viewer.id, params.id, body, -1));

  async function turn(userId: string, id: string, { position }: { readonly position: number }, step: Step) {
    const trip = await organizerOf(rights, userId, id);
    // The statement of the store takes most turns, and no locks. The rule takes the rest, such as the turn to the last card.
    const turned = await shows.turnCard(trip.tripId, position, step, new Date(Date.now() + cardLeadMs));
    return tellShow(
      trip.tripId,
      turned ?? (await database.transact((tx) => turnCard(nightWrites(tx), trip, position, step))),
    );
  }

  async function tellShow(tripId: string, night: StoredNight): Promise<ShowState> {
    const show = await pages.showOf(night);
    if (!show) throw new Problem("conflict", "show_not_running");
    moved(tripId, show);
    if (show.movesByItself) await clock.doDue(tripId);
    return show;
  }

  serve.call("GET /api/trips/:id/night/next", async ({ viewer, params }) => {
    const { tripId } = await organizerOf(rights, viewer.id, params.id);
    const night = await store.findNight(tripId);
    const show = night ? findRunningNight(night) : null;
    if (!night || !show) throw new Problem("conflict", "show_not_running");
    return aheadOf(night.cards!, presentCard(show, new Date()).position);
  });

  serve.call("GET /api/trips/:id/night/cards", async ({ viewer, params }) => {
    const night = await pages.findKnownNight(await seeTrip(rights, viewer.id, params.id));
    if (!night) throw noNight();
    if (!night.over_at || !night.cards) throw new Problem("conflict", "night_not_over");
    return presentCards(shows, night.cards);
  });

  serve.call("POST /api/trips/:id/night/reactions", async ({ viewer, params, body }) => {
    const { tripId } = await memberOfTrip(rights, viewer.id, params.id);
    const night = await store.findNight(tripId);
    if (!night || night.stage !== "live") throw new Problem("conflict", "show_not_running");
    await reactions.count(viewer.id, reacting);
    activity.tell("show_reaction", { trip: tripId }, { emoji: body.emoji });
    return undefined;
  });
}
