import { sql } from "kysely";
import { published, sealed, withNight, withoutNight } from "./ballot-model.ts";
import { nextYearsEvening } from "../evening.ts";
import { type Life, type Step, withoutAnswers } from "./life.ts";

const anHourLater = new Date(new Date(nextYearsEvening).getTime() + 3_600_000).toJSON();

/** The life of a night: planned, moved, called off, closed by hand or by its time, and shown. */
export function nightSteps(life: Life): readonly Step[] {
  const { worlds, ana, below, pick, here, post, changeAwards } = life;

  const planNight = async () => {
    const who = below(4) > 0 ? ana : pick(here());
    const wanted = { noSelfVotes: below(3) === 0, showsCounts: below(3) > 0 };
    // The last one is too soon.
    const startsAt = pick([nextYearsEvening, anHourLater, new Date(Date.now() + 300_000).toJSON()]);
    const isEdit = life.night === "planned";
    const { status } = await worlds.call({
      method: isEdit ? "PUT" : "POST",
      path: "/api/trips/{trip}/night",
      who,
      body: { startsAt, timeZone: "Europe/Lisbon", ...wanted },
      without: withoutAnswers,
    });
    if (status < 300) {
      life.night = "planned";
      life.planned = wanted;
      changeAwards((award) => withNight(award, wanted));
    }
    return `${who.name} ${isEdit ? "changes" : "plans"} the night ${JSON.stringify(wanted)} at ${startsAt}: ${status}`;
  };
  const callOff = async () => {
    if (below(3) > 0) return "nothing";
    const { status } = await worlds.call({ method: "DELETE", path: "/api/trips/{trip}/night", who: ana });
    if (status === 204) {
      life.night = "none";
      changeAwards(withoutNight);
    }
    return `Ana calls the night off: ${status}`;
  };
  const sealAll = () => {
    changeAwards(sealed);
    life.night = "sealed";
  };
  const closeNight = async () => {
    const { status } = await post(ana, "/api/trips/{trip}/night/close", { confirm: below(3) > 0 });
    if (status === 200) sealAll();
    return `Ana closes the night: ${status}`;
  };
  const startShow = async () => {
    // Sometimes the planned time closes the vote, however few have answered.
    const isTime = life.night === "planned" && below(2) === 0;
    if (isTime)
      await worlds.change(
        (trip) => sql`update nights set starts_at = now() - interval '1 second' where trip_id = ${trip}`,
      );
    const { status } = await post(ana, "/api/trips/{trip}/night/start");
    if (isTime) sealAll();
    if (status === 200 && life.night === "sealed") life.night = "live";
    return `Ana starts the show${isTime ? " at its time" : ""}: ${status}`;
  };
  /** A secret ballot shows in the cards after the title, so the life ends there, unless the cards are the same. */
  const playShow = async () => {
    if (life.night !== "live") return startShow();
    changeAwards(published);
    life.night = "over";
    if (life.isTold()) return "The show tells";
    for (let position = 0, isLast = false; !isLast; position++) {
      const next = await post(ana, "/api/trips/{trip}/night/next", { position });
      ({ isLast } = next.bodies[0] as { isLast: boolean });
    }
    for (const picture of ["medals", ...[...life.awards.keys()].map((label) => `{${label}}`)])
      await worlds.call({ method: "GET", path: `/api/trips/{trip}/night/pictures/${picture}`, who: ana });
    return "The show plays to its end";
  };
  return [planNight, planNight, callOff, closeNight, playShow];
}
