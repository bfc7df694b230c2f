import type { BonusRule } from "#contract/bonus-rules.ts";
import { type Night, type NightPage, type ShowState, cardLeadMs } from "#contract/nights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import {
  type Organizing,
  type TripAccess,
  crewOf,
  mayKnowOf,
  memberOfTrip,
  organizerOf,
  seeTrip,
} from "../../access/trip-access.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Live } from "../../platform/live/live.ts";
import { processMemory } from "../../platform/throttle/process-memory.ts";
import { openThrottle } from "../../platform/throttle/throttle.ts";
import { revealHintsOf } from "../../trips/trips.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import { calendarOf } from "./calendar.ts";
import { presentCards, showStateOf } from "./cards.ts";
import { nightClock } from "./clock.ts";
import { callOff, closeEarly, editNight, nextCard, noNight, planNight, runningOf, startShow } from "./night.ts";
import { type StoredNight, showStore } from "./show-store.ts";
import { type NightWrites, nightStore, nightWrites } from "./store.ts";

/** Five reactions at once, and then five a second. */
const reacting = { atOnce: 5, everySeconds: 0.2 };

/** How the crew hears of a night. */
export interface Announcements {
  /** Has the crew hear of a night that an organizer has planned, moved or called off in this transaction. */
  tell(tx: Tx, trip: Organizing, origin: string): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly announcements: Announcements;
  readonly publicUrl: string | undefined;
}

/** The page of a night, as this viewer sees it. */
export type PageOf = (access: TripAccess) => Promise<NightPage>;

/** Mounts the calls of Awards Nights, and the jobs that their times need. */
export function nightRoutes(
  serve: Serve,
  { database, live, jobs, announcements, publicUrl }: Parts,
): { pageOf: PageOf } {
  const store = nightStore(database);
  const reactions = openThrottle(processMemory(), true);
  const shows = showStore(database);
  const rights = rightsStore(database);

  const showOf = async (night: StoredNight) => {
    const show = runningOf(night);
    return show && showStateOf(shows, show, night.cards!);
  };
  const changed = (tripId: string) => live.tell({ scope: "trip", id: tripId, kind: "night" });
  const moved = (tripId: string, show: ShowState) => live.tell({ scope: "trip", id: tripId, kind: "night", show });
  const clock = nightClock({ database, jobs, changed, moved, showOf });

  const write = <T>(work: (writes: NightWrites, tx: Tx) => Promise<T>) =>
    database.transact((tx) => work(nightWrites(tx), tx));

  /** The night of a trip, if it has one that the viewer may know of. */
  async function findKnownNight(access: TripAccess) {
    const night = await store.findNight(access.tripId);
    return night && mayKnowOf(access, night.stage === "over") ? night : undefined;
  }

  async function pageOf(access: TripAccess): Promise<NightPage> {
    const { tripId, userId, isCrew, isMember, isOrganizer } = access;
    const [page, night, missing] = await Promise.all([
      store.findPage(tripId, userId),
      findKnownNight(access),
      store.findMissing(tripId),
    ]);
    if (!page) throw notFound("Trip not found");
    const { trip, crewCount, awardCount, openAwards, awardsToAnswer, isOutOfBonus } = page;
    const { isDemo } = trip;
    return {
      trip: { ...trip, isDemo },
      isCrew,
      isMember,
      isOrganizer,
      openAwards: isMember ? openAwards : 0,
      awardsToAnswer,
      isOutOfBonus,
      night: night ? await nightOf(night, { crewCount, awardCount, ...missing }) : null,
    };
  }

  async function nightOf(
    night: StoredNight,
    { crewCount, awardCount, missing, count }: Pick<Night, "crewCount" | "awardCount" | "missing"> & { count: number },
  ): Promise<Night> {
    return {
      startsAt: night.starts_at.toJSON(),
      timeZone: night.time_zone,
      noSelfVotes: night.no_self_votes,
      movesByItself: night.moves_by_itself,
      startsByItself: night.starts_by_itself,
      showsCounts: night.shows_counts,
      // Written from the plan.
      bonusRulesOff: night.bonus_rules_off as BonusRule[],
      stage: night.stage,
      awardCount,
      crewCount,
      votersDone: crewCount - count,
      missing: night.stage === "planned" ? missing : [],
      show: await showOf(night),
    };
  }

  const organize = (userId: string, tripId: string): Promise<Organizing> => organizerOf(rights, userId, tripId);

  /** How many people have answered all awards, for the security log. */
  const ballotsOf = async (trip: Organizing): Promise<number> => (await pageOf(trip)).night?.votersDone ?? 0;

  serve.call("GET /api/clock", async () => ({ now: new Date().toJSON() }));

  serve.call("GET /api/trips/:id/night", async ({ viewer, params }) =>
    pageOf(await seeTrip(rights, viewer.id, params.id)),
  );

  serve.call("POST /api/trips/:id/night", async ({ viewer, params, body, request }) => {
    const trip = await organize(viewer.id, params.id);
    await write(async (writes, tx) => {
      await planNight(writes, trip, body);
      await clock.schedule(trip.tripId, new Date(body.startsAt), tx);
      await announcements.tell(tx, trip, siteOf(request, publicUrl));
    });
    logSecurity(request, "night_planned", { trip: trip.tripId });
    changed(trip.tripId);
    return pageOf(trip);
  });

  serve.call("PUT /api/trips/:id/night", async ({ viewer, params, body, request }) => {
    const trip = await organize(viewer.id, params.id);
    await write(async (writes, tx) => {
      await editNight(writes, trip, body);
      await clock.schedule(trip.tripId, new Date(body.startsAt), tx);
      await announcements.tell(tx, trip, siteOf(request, publicUrl));
    });
    logSecurity(request, "night_changed", { trip: trip.tripId });
    changed(trip.tripId);
    return pageOf(trip);
  });

  serve.call("DELETE /api/trips/:id/night", async ({ viewer, params, request }) => {
    const trip = await organize(viewer.id, params.id);
    const ballots = await ballotsOf(trip);
    const revealed = await write(async (writes, tx) => {
      await announcements.tell(tx, trip, siteOf(request, publicUrl));
      return callOff(writes, trip);
    });
    logSecurity(request, "night_called_off", { trip: trip.tripId, ballots });
    changed(trip.tripId);
    live.tell(...revealHintsOf(revealed));
    return undefined;
  });

  serve.call("POST /api/trips/:id/night/close", async ({ viewer, params, body, request }) => {
    const trip = await organize(viewer.id, params.id);
    const ballots = await ballotsOf(trip);
    await write((writes) => closeEarly(writes, trip, body?.confirm ?? false));
    logSecurity(request, "night_closed", { trip: trip.tripId, ballots });
    changed(trip.tripId);
    await clock.doDue(trip.tripId);
    return pageOf(trip);
  });

  serve.call("POST /api/trips/:id/night/start", async ({ viewer, params }) => {
    const trip = await organize(viewer.id, params.id);
    return tellShow(trip.tripId, await write((writes) => startShow(writes, trip)));
  });

  serve.call("POST /api/trips/:id/night/next", async ({ viewer, params, body }) => {
    const trip = await organize(viewer.id, params.id);
    // `turnCard` takes most turns, and no locks. `nextCard` takes the rest, such as the turn to the last card.
    const turned = await shows.turnCard(trip.tripId, body.position, new Date(Date.now() + cardLeadMs));
    return tellShow(trip.tripId, turned ?? (await write((writes) => nextCard(writes, trip, body.position))));
  });

  async function tellShow(tripId: string, night: StoredNight): Promise<ShowState> {
    const show = await showOf(night);
    if (!show) throw new Problem("conflict", "The show is not running.");
    moved(tripId, show);
    if (show.movesByItself) await clock.doDue(tripId);
    return show;
  }

  serve.call("GET /api/trips/:id/night/cards", async ({ viewer, params }) => {
    const night = await findKnownNight(await seeTrip(rights, viewer.id, params.id));
    if (!night) throw noNight();
    if (!night.over_at || !night.cards) throw new Problem("conflict", "This Awards Night is not over yet.");
    return presentCards(shows, night.cards);
  });

  serve.call("POST /api/trips/:id/night/reactions", async ({ viewer, params, body }) => {
    const { tripId } = await memberOfTrip(rights, viewer.id, params.id);
    const night = await store.findNight(tripId);
    if (!night || night.stage !== "live") throw new Problem("conflict", "The show is not running.");
    await reactions.count(viewer.id, reacting);
    live.tell({ scope: "trip", id: tripId, kind: "reaction", emoji: body.emoji });
    return undefined;
  });

  const setBonus = async (userId: string, id: string, isOut: boolean) => {
    const { tripId } = await crewOf(rights, userId, id);
    const night = await store.findNight(tripId);
    if (night && night.stage !== "planned")
      throw new Problem("conflict", "The vote is closed, and the bonus awards are settled.");
    await store.setBonus(tripId, userId, isOut);
    return undefined;
  };
  serve.call("PUT /api/trips/:id/night/bonus/me", ({ viewer, params }) => setBonus(viewer.id, params.id, true));
  serve.call("DELETE /api/trips/:id/night/bonus/me", ({ viewer, params }) => setBonus(viewer.id, params.id, false));

  serve.file("GET /api/trips/:id/night/calendar", async ({ viewer, params, reply }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const [page, night] = await Promise.all([store.findPage(trip.tripId, viewer.id), store.findNight(trip.tripId)]);
    if (!page) throw notFound("Trip not found");
    if (!night) throw noNight();
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="awards-night.ics"')
      .send(calendarOf(page.trip, night.starts_at, publicUrl && `${publicUrl}/trips/${trip.tripId}/night`));
  });
  return { pageOf };
}
