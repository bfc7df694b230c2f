import { sql } from "kysely";
import { maxDevices } from "#contract/pushes.ts";
import { newId } from "../../platform/db/id.ts";
import type { Database } from "../../schema/database.ts";
import type { Subscription } from "./devices.ts";

/** A browser that gets pushes. */
export interface Device extends Subscription {
  readonly id: string;
  /** The tags of pushes that it has shown since the person last looked at the inbox. */
  readonly shown: readonly string[];
}

/** More tags of one browser are not taken back. */
const maxShown = 30;

export const deviceStore = ({ db, transact }: Database) => ({
  /** The browsers of a person, the one that was added last first. */
  list: (me: string) =>
    db
      .selectFrom("push_devices as d")
      .innerJoin("sessions as s", "s.id", "d.session_id")
      .select(["d.id", "d.name", "d.added_at as addedAt"])
      .where("d.person_id", "=", me)
      .where("s.expires_at", ">", sql<Date>`now()`)
      .orderBy("d.added_at", "desc")
      .orderBy("d.id", "desc")
      .limit(maxDevices)
      .execute(),

  /**
   * Adds the browser of this session. It is nobody else's from now on. The oldest of more than ten goes. Undefined if the session has
   * ended.
   */
  add: (me: string, session: Buffer, { endpoint, p256dh, auth }: Subscription, name: string) =>
    transact(async (tx) => {
      // Two browsers that a person adds at once are counted one after the other.
      await sql`select from people where id = ${me} for no key update`.execute(tx);
      const own = await tx
        .selectFrom("sessions")
        .select("id")
        .where("token_hash", "=", session)
        .where("user_id", "=", me)
        .executeTakeFirst();
      if (!own) return undefined;
      await tx.deleteFrom("push_devices").where("endpoint", "=", endpoint).where("person_id", "!=", me).execute();
      const written = { person_id: me, session_id: own.id, p256dh, auth, name };
      const device = await tx
        .insertInto("push_devices")
        .values({ id: newId(), endpoint, ...written })
        .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(written))
        .returning(["id", "name", "added_at as addedAt"])
        .executeTakeFirstOrThrow();
      await sql`delete from push_devices where id in (
        select id from push_devices where person_id = ${me} and id <> ${device.id}
        order by added_at desc, id desc offset ${maxDevices - 1})`.execute(tx);
      return device;
    }),

  /** False if the person has no such browser. */
  async remove(me: string, id: string): Promise<boolean> {
    const own = db.deleteFrom("push_devices").where("id", "=", id).where("person_id", "=", me);
    return (await own.executeTakeFirst()).numDeletedRows > 0n;
  },

  async forget(me: string, endpoint: string): Promise<void> {
    await db.deleteFrom("push_devices").where("endpoint", "=", endpoint).where("person_id", "=", me).execute();
  },

  /** Its push service says that the browser is gone. */
  async drop(id: string): Promise<void> {
    await db.deleteFrom("push_devices").where("id", "=", id).execute();
  },

  async isDiscreet(me: string): Promise<boolean> {
    const row = await db
      .selectFrom("inbox_settings")
      .select("is_discreet")
      .where("person_id", "=", me)
      .executeTakeFirst();
    return row?.is_discreet ?? false;
  },

  async setDiscreet(me: string, isDiscreet: boolean): Promise<void> {
    const chosen = { is_discreet: isDiscreet };
    await db
      .insertInto("inbox_settings")
      .values({ person_id: me, ...chosen })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(chosen))
      .execute();
  },

  /** The browsers that get a push to a person. */
  async of(me: string): Promise<readonly Device[]> {
    return db
      .selectFrom("push_devices as d")
      .innerJoin("sessions as s", "s.id", "d.session_id")
      .select(["d.id", "d.endpoint", "d.p256dh", "d.auth", "d.shown"])
      .where("d.person_id", "=", me)
      .where("s.expires_at", ">", sql<Date>`now()`)
      .execute();
  },

  async find(id: string): Promise<(Device & { readonly personId: string }) | undefined> {
    return db
      .selectFrom("push_devices as d")
      .innerJoin("sessions as s", "s.id", "d.session_id")
      .select(["d.id", "d.endpoint", "d.p256dh", "d.auth", "d.shown", "d.person_id as personId"])
      .where("d.id", "=", id)
      .where("s.expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
  },

  /** Notes what these browsers show. */
  async noteShown(ids: readonly string[], tag: string): Promise<void> {
    await sql`update push_devices set shown = (array[${tag}] || array_remove(shown, ${tag}))[:${sql.lit(maxShown)}]
      where id = any(${[...ids]}::uuid[])`.execute(db);
  },

  /** Notes that these tags are taken back on a browser. */
  async noteTakenBack(id: string, tags: readonly string[]): Promise<void> {
    await sql`update push_devices set shown = array(select unnest(shown) except select unnest(${[...tags]}::text[]))
      where id = ${id}`.execute(db);
  },
});
