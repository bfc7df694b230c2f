import type { Database } from "../db/connect.ts";
import type { ThrottleStore } from "./throttle.ts";
import { sqlText } from "../db/sql-text.ts";

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
  text: sqlText`select greatest(1, ceil(extract(epoch from until - now()) - $2::float8 * ($3::int - 1)))::int from guesses where key = $1`,
};

const refund = {
  name: "give_guess_back",
  text: sqlText`update guesses set until = until - make_interval(secs => $2::float8) where key = $1`,
};

export const throttleStore = ({ one }: Database): ThrottleStore => ({
  async take(key, { atOnce, everySeconds }) {
    const values = [key, everySeconds, atOnce];
    if (await one<boolean>(take, values)) return null;
    return (await one<number>(wait, values)) ?? 1;
  },
  async refund(key, { everySeconds }) {
    await one(refund, [key, everySeconds]);
  },
});
