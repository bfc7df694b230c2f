import type { ShowState } from "#contract/nights.ts";
import { type Organizing, crewOf, memberOfTrip, organizerOf, seeTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { Tx } from "../../schema/database.ts";
import type { Ground } from "../../schema/ground.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { tellResults } from "../../trips/trips.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import { calendarOf } from "./calendar.ts";
import { beforeNight } from "./before-night.ts";
import { nightClock } from "./clock.ts";
import { callOff, closeEarly, editNight, noNight, planNight } from "./night.ts";
import { type PageOf, nightPages } from "./page.ts";
import { showRoutes } from "./show-routes.ts";
import { type NightWrites, nightStore, nightWrites } from "./store.ts";

/** How the crew hears of a night. */
export interface Announcements {
  /** Has the crew hear of a night that an organizer has planned, moved or called off in this transaction. */
  tell(tx: Tx, trip: Organizing, origin: string): Promise<void>;
}

interface Parts extends Pick<Ground, "database" | "activity" | "jobs"> {
  readonly announcements: Announcements;
  readonly publicUrl: string | undefined;
  /** For how many days backups are kept; null if the server makes none. */
  readonly backupDays: number | null;
}

interface NightRoutes extends Pick<ReturnType<typeof nightClock>, "closeIfAnswered" | "closeAnswered"> {
  readonly pageOf: PageOf;
}

/** Mounts the calls of Awards Nights, and the jobs that their times need. */
export function nightRoutes(
  serve: Serve,
  { database, activity, jobs, announcements, publicUrl, backupDays }: Parts,
): NightRoutes {
  const store = nightStore(database);
  const pages = nightPages(database, backupDays);
  const { pageOf } = pages;
  const rights = rightsStore(database);

  const changed = (tripId: string) => activity.tell("night_changed", { trip: tripId });
  const moved = (tripId: string, show: ShowState) => activity.tell("night_changed", { trip: tripId }, { show });
  const clock = nightClock({ database, jobs, changed, moved, showOf: pages.showOf });
  const notices = beforeNight({ database, jobs, activity });
  showRoutes(serve, { database, activity, pages, clock, moved });

  const write = <T>(work: (writes: NightWrites, tx: Tx) => Promise<T>) =>
    database.transact((tx) => work(nightWrites(tx), tx));

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
      await activity.note(tx, "night_planned", { trip: trip.tripId, actor: viewer.id });
      await clock.schedule(trip.tripId, new Date(body.startsAt), tx);
      await notices.schedule(trip.tripId, new Date(body.startsAt), tx);
      await announcements.tell(tx, trip, siteOf(request, publicUrl));
    });
    logSecurity(request, "night_planned", { trip: trip.tripId });
    return pageOf(trip);
  });

  serve.call("PUT /api/trips/:id/night", async ({ viewer, params, body, request }) => {
    const trip = await organize(viewer.id, params.id);
    await write(async (writes, tx) => {
      if (await editNight(writes, trip, body))
        await activity.note(tx, "night_moved", { trip: trip.tripId, actor: viewer.id });
      await clock.schedule(trip.tripId, new Date(body.startsAt), tx);
      await notices.schedule(trip.tripId, new Date(body.startsAt), tx);
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
      await activity.note(tx, "night_called_off", { trip: trip.tripId, actor: viewer.id });
      await announcements.tell(tx, trip, siteOf(request, publicUrl));
      return callOff(writes, trip);
    });
    logSecurity(request, "night_called_off", { trip: trip.tripId, ballots });
    tellResults(activity, revealed);
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

  const setBonus = async (userId: string, id: string, isOut: boolean) => {
    const { tripId } = await crewOf(rights, userId, id);
    const night = await store.findNight(tripId);
    if (night && night.stage !== "planned") throw new Problem("conflict", "bonus_settled");
    await store.setBonus(tripId, userId, isOut);
    return undefined;
  };
  serve.call("PUT /api/trips/:id/night/bonus/me", ({ viewer, params }) => setBonus(viewer.id, params.id, true));
  serve.call("DELETE /api/trips/:id/night/bonus/me", ({ viewer, params }) => setBonus(viewer.id, params.id, false));

  serve.file("GET /api/trips/:id/night/calendar", async ({ viewer, params, reply }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const [page, night] = await Promise.all([store.findPage(trip.tripId, viewer.id), store.findNight(trip.tripId)]);
    if (!page) throw notFound("trip_not_found");
    if (!night) throw noNight();
    if (!night.starts_at) throw new Problem("conflict", "night_without_time");
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'attachment; filename="awards-night.ics"')
      .send(calendarOf(page.trip, night.starts_at, publicUrl && `${publicUrl}/trips/${trip.tripId}/night`));
  });
  return { pageOf, closeIfAnswered: clock.closeIfAnswered, closeAnswered: clock.closeAnswered };
}
