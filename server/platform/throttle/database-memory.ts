import { hash } from "node:crypto";
import type { Database } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";
import type { AttemptLimit, ThrottleMemory } from "./throttle.ts";

/** Moves the key's mark in time forward, unless it is too far ahead. Also deletes two old marks, so that the table stays small. */
const take = {
  name: "take_guess",
  text: sqlText`with swept as (
      delete from guesses where key in (select key from guesses where until < now() and key <> $1 limit 2 for update skip locked)
    )
    insert into guesses as g (key, until) values ($1, now() + make_interval(secs => $2::float8))
    on conflict (key) do update set until = greatest(g.until, now()) + make_interval(secs => $2::float8)
      where g.until <= now() + make_interval(secs => $2::float8 * ($3::int - 1))
    returning true`,
};

const wait = {
  name: "wait_for_guess",
  text: sqlText`select ceil(extract(epoch from until - now()) - $2::float8 * ($3::int - 1))::int from guesses
    where key = $1 and until > now() + make_interval(secs => $2::float8 * ($3::int - 1))`,
};

const refund = {
  name: "give_guess_back",
  text: sqlText`update guesses set until = until - make_interval(secs => $2::float8) where key = $1`,
};

/** Keys are hashes: the table tells no address and no name. */
const keyOf = (what: string) => hash("sha256", what, "buffer");

/** Remembers the attempts that all servers see. */
export function databaseMemory({ one }: Database): ThrottleMemory {
  const findWait = (what: string, { atOnce, everySeconds }: AttemptLimit) =>
    one<number>(wait, [keyOf(what), everySeconds, atOnce]);
  return {
    findWait,
    async take(what, limit) {
      if (await one<boolean>(take, [keyOf(what), limit.everySeconds, limit.atOnce])) return null;
      return (await findWait(what, limit)) ?? 1;
    },
    async refund(what, { everySeconds }) {
      await one(refund, [keyOf(what), everySeconds]);
    },
  };
}
