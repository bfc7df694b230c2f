import type pg from "pg";
import type { LiveEvent } from "#contract/live.ts";
import type { Database } from "../db/connect.ts";
import type { Wire } from "./live.ts";

const channel = "live";
/** PostgreSQL refuses a payload of 8000 bytes or more. */
const payloadLimit = 7500;

const notify = { name: "live_notify", text: "select pg_notify('live', $1)::text" };
const scopes = {
  name: "live_scopes",
  text: `select json_agg(id) from (
    select squad_id id from squad_members where user_id = $1
    union select trip_id from trip_members where user_id = $1
    union select t.id from squad_members m join trips t on t.squad_id = m.squad_id where m.user_id = $1
  ) mine`,
};

/** The ids of the squads and trips someone belongs to. */
export async function scopesOf({ one }: Database, userId: string): Promise<ReadonlySet<string>> {
  return new Set(await one<string[]>(scopes, [userId]));
}

/** LISTEN/NOTIFY. A hint beside the data, so it is sent on its own and never inside the transaction that it tells of. */
export function postgresWire(database: Database, log: (error: unknown) => void): Wire {
  let client: pg.Client | undefined;
  let closed = false;
  let opening = Promise.resolve();

  return {
    async send(events) {
      for (const payload of payloads(events)) await database.one(notify, [payload]);
    },
    async listen(receive, restored) {
      const connect = async (again: boolean): Promise<void> => {
        if (closed) return;
        try {
          const opened = await database.dedicated();
          if (closed) {
            await opened.end();
            return;
          }
          client = opened;
          opened.on("end", () => openLater(250));
          opened.on("notification", ({ payload }) => payload && receive(JSON.parse(payload) as LiveEvent[]));
          await opened.query(`listen ${channel}`);
          if (again) restored();
        } catch (error) {
          if (!closed) log(error);
          openLater(1000);
        }
      };
      const openLater = (ms: number) => setTimeout(() => (opening = connect(true)), ms).unref();
      opening = connect(false);
      await opening;
    },
    async close() {
      closed = true;
      await opening;
      await client?.end();
    },
  };
}

/** Splits hints so that each message fits. */
export function payloads(events: readonly LiveEvent[]): string[] {
  const all: LiveEvent[][] = [[]];
  let size = 2;
  for (const event of events) {
    const length = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (size + length > payloadLimit) {
      all.push([]);
      size = 2;
    }
    all.at(-1)!.push(event);
    size += length;
  }
  return all.filter((part) => part.length > 0).map((part) => JSON.stringify(part));
}
