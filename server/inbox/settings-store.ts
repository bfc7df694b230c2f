import { sql } from "kysely";
import type { InboxSettings, Topic } from "#contract/inbox.ts";
import type { Database } from "../schema/database.ts";

/** The settings list at most this many squads. */
const maxSquads = 50;

type Wanted = Pick<InboxSettings, "off" | "noMail" | "quiet"> & {
  /** Undefined: as it is. */
  readonly noPush?: readonly Topic[] | undefined;
};

export const settingsStore = ({ db }: Database) => ({
  async find(me: string): Promise<InboxSettings> {
    const [own, squads] = await Promise.all([
      db.selectFrom("inbox_settings").selectAll().where("person_id", "=", me).executeTakeFirst(),
      db
        .selectFrom("squad_members as m")
        .innerJoin("squads as s", "s.id", "m.squad_id")
        .leftJoin("inbox_squads as q", (join) =>
          join.onRef("q.squad_id", "=", "m.squad_id").onRef("q.person_id", "=", "m.user_id"),
        )
        .select(["s.id as squadId", "s.name", "q.topics_off as off", "q.muted_until as mutedUntil"])
        .where("m.user_id", "=", me)
        .orderBy("s.name")
        .orderBy("s.id")
        .limit(maxSquads)
        .execute(),
    ]);
    const { quiet_from: from, quiet_to: to, time_zone: timeZone } = own ?? {};
    return {
      off: (own?.topics_off ?? []) as Topic[],
      noMail: (own?.no_mail ?? []) as Topic[],
      noPush: (own?.no_push ?? []) as Topic[],
      quiet: from && to && timeZone ? { from, to, timeZone } : null,
      squads: squads.map(({ squadId, name, off, mutedUntil }) => ({
        squadId,
        name,
        off: (off ?? []) as Topic[],
        mutedUntil: mutedUntil?.toJSON() ?? null,
      })),
    };
  },

  async set(me: string, { off, noMail, noPush, quiet }: Wanted): Promise<void> {
    const chosen = {
      topics_off: [...new Set(off)],
      no_mail: [...new Set(noMail)],
      ...(noPush && { no_push: [...new Set(noPush)] }),
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      time_zone: quiet?.timeZone ?? null,
    };
    await db
      .insertInto("inbox_settings")
      .values({ person_id: me, ...chosen })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(chosen))
      .execute();
  },

  async setSquad(me: string, squadId: string, chosen: { off: readonly Topic[]; mutedUntil: string | null }) {
    const set = {
      topics_off: [...new Set(chosen.off)],
      muted_until: chosen.mutedUntil === null ? null : new Date(chosen.mutedUntil),
    };
    await db
      .insertInto("inbox_squads")
      .values({ person_id: me, squad_id: squadId, ...set })
      .onConflict((conflict) => conflict.columns(["person_id", "squad_id"]).doUpdateSet(set))
      .execute();
  },

  /** Marks everything until this moment as seen. It never goes back, and not beyond now. */
  async markSeen(me: string, until: Date): Promise<void> {
    const moment = sql<Date>`least(${until}::timestamptz, now())`;
    await db
      .insertInto("inbox_settings")
      .values({ person_id: me, seen_at: moment })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({ seen_at: sql`greatest(inbox_settings.seen_at, excluded.seen_at)` }),
      )
      .execute();
  },
});
