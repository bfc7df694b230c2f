import type pg from "pg";
import type { LiveEvent } from "#contract/live.ts";
import type { Database } from "../db/connect.ts";
import type { Wire } from "./live.ts";
import { sqlText } from "../db/sql-text.ts";

const channel = "live";
/** PostgreSQL refuses payloads of 8000 bytes or more. */
const payloadLimit = 7500;

const notify = { name: "live_notify", text: sqlText`select pg_notify('live', $1)::text` };
/** An idle connection does not report its loss. So it gets a query every `askMs`, which it must answer within `answerMs`. */
const defaultTimes = { askMs: 30_000, answerMs: 10_000 };

/** A wire over LISTEN/NOTIFY. Hints are sent outside the transactions they tell of: NOTIFY in a transaction serializes commits. */
export function postgresWire(
  database: Database,
  log: (error: unknown) => void,
  { askMs, answerMs } = defaultTimes,
): Wire {
  let client: pg.Client | undefined;
  let closed = false;
  let opening = Promise.resolve();

  /** Rejects and closes the connection if it does not answer in time. */
  const ask = async (line: pg.Client, text: string) => {
    const silence = setTimeout(() => {
      log(new Error("The database has fallen silent: listening anew"));
      void line.end();
    }, answerMs);
    await line.query(text).finally(() => clearTimeout(silence));
  };

  const keepAsking = (line: pg.Client) => {
    let timer: NodeJS.Timeout | undefined;
    const again = async () => {
      await ask(line, "select 1").catch(() => {});
      later();
    };
    const later = () => {
      if (client === line) timer = setTimeout(() => void again(), askMs).unref();
    };
    line.once("end", () => clearTimeout(timer));
    later();
  };

  return {
    async send(events) {
      for (const payload of payloads(events)) await database.one(notify, [payload]);
    },
    async listen(receive, restored) {
      const connect = async (again: boolean): Promise<void> => {
        if (closed) return;
        let line: pg.Client | undefined;
        try {
          line = await database.dedicated();
          line.on("notification", ({ payload }) => payload && receive(JSON.parse(payload) as LiveEvent[]));
          await ask(line, `listen ${channel}`);
          client = line;
          line.once("end", () => {
            client = undefined;
            openLater(250);
          });
          keepAsking(line);
          if (again) restored();
        } catch (error) {
          if (!closed) log(error);
          void line?.end();
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
      if (!client) return;
      // `end` alone would hang on a silent connection.
      await ask(client, "unlisten *").catch(() => {});
      await client?.end();
    },
  };
}

/** Splits hints into payloads below the limit. The card of a hint that is longer alone is left out: pages fetch it. */
export function payloads(events: readonly LiveEvent[]): string[] {
  const all: LiveEvent[][] = [[]];
  let size = 2;
  const lengthOf = (event: LiveEvent) => Buffer.byteLength(JSON.stringify(event)) + 1;
  for (const { show, ...hint } of events) {
    const whole: LiveEvent = show ? { ...hint, show } : hint;
    const event = lengthOf(whole) + 2 > payloadLimit ? hint : whole;
    const length = lengthOf(event);
    if (size + length > payloadLimit) {
      all.push([]);
      size = 2;
    }
    all.at(-1)!.push(event);
    size += length;
  }
  return all.filter((part) => part.length > 0).map((part) => JSON.stringify(part));
}
