// Decision 019: why mails are counted by the clock hour.
import type { Database } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";

/** How many mails all servers together have sent within an hour by the clock. */
export interface Hourly {
  /** Counts one more, unless so many were sent already: then the seconds until the next hour. */
  take(most: number): Promise<number | null>;
  /** For a mail that did not go after all. */
  giveBack(): Promise<void>;
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
const giveBack = {
  name: "give_mail_of_hour_back",
  text: sqlText`update mail_hours set sent = sent - 1 where hour = date_trunc('hour', now()) and sent > 0`,
};

export const hourlyStore = ({ one }: Database): Hourly => ({
  take: async (most) => ((await one<boolean>(take, [most])) ? null : Math.max(1, (await one<number>(wait, [])) ?? 1)),
  async giveBack() {
    await one(giveBack, []);
  },
});
