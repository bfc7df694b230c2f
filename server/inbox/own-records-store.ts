import type { Database } from "../schema/database.ts";
import type { RecordsOf } from "../schema/own-records.ts";

/** What a person has seen and wants to hear of, for the export of their account. */
export const inboxRecordsOf =
  ({ db }: Database): RecordsOf =>
  async (userId) => ({
    inbox: await db
      .selectFrom("inbox_settings")
      .select([
        "seen_at as seenAt",
        "topics_off as topicsOff",
        "no_mail as noMail",
        "no_push as noPush",
        "is_discreet as isDiscreet",
        "quiet_from as quietFrom",
        "quiet_to as quietTo",
        "time_zone as timeZone",
      ])
      .where("person_id", "=", userId)
      .execute(),
    pushDevices: await db
      .selectFrom("push_devices")
      .select(["name", "added_at as addedAt"])
      .where("person_id", "=", userId)
      .orderBy("added_at")
      .execute(),
    inboxSquads: await db
      .selectFrom("inbox_squads as q")
      .innerJoin("squads as s", "s.id", "q.squad_id")
      .select(["s.name as squad", "q.topics_off as topicsOff", "q.muted_until as mutedUntil"])
      .where("q.person_id", "=", userId)
      .execute(),
  });
