// Decision 019: why mails are counted by the clock hour.
import type { Database } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";

/** Counts the mails of all servers in the present clock hour. */
export interface HourlyCount {
  /** Counts a mail and returns null; if `max` mails were counted already, returns the seconds until the next hour. */
  take(max: number): Promise<number | null>;
  /** Takes back the count of a mail that was not sent. */
  refund(): Promise<void>;
}

const take = {
  name: "take_mail_of_hour",
  text: sqlText`with swept as (delete from mail_hours where hour < now() - interval '2 days')
    insert into mail_hours as h (hour, sent) values (date_trunc('hour', now()), 1)
    on conflict (hour) do update set sent = h.sent + 1 where h.sent < $1 returning true`,
};
const wait = {
  name: "seconds_of_hour",
  text: sqlText`select ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()))::int`,
};
const refund = {
  name: "give_mail_of_hour_back",
  text: sqlText`update mail_hours set sent = sent - 1 where hour = date_trunc('hour', now()) and sent > 0`,
};

export const hourlyStore = ({ one }: Database): HourlyCount => ({
  take: async (max) => ((await one<boolean>(take, [max])) ? null : Math.max(1, (await one<number>(wait, [])) ?? 1)),
  async refund() {
    await one(refund, []);
  },
});
