import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";

const sessionOf = ({ cookie }: TestPerson) =>
  createHash("sha256")
    .update(cookie.slice(cookie.indexOf("=") + 1))
    .digest();

test("votes on a young instance read no whole table, however long a connection lasts", async () => {
  const swell = await openTestApp();
  const connection = await swell.database.dedicated();
  try {
    const { ana, bo, cleo, categories } = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Hat"] });
    await connection.query("vacuum (analyze)");
    const scans = async () => {
      await connection.query("select pg_stat_force_next_flush()");
      const { rows } = await connection.query<{ scans: number }>(
        "select sum(seq_scan)::int scans from pg_stat_user_tables where relname in ('votes', 'categories', 'trips', 'trip_members')",
      );
      return rows[0]!.scans;
    };
    const before = await scans();
    for (const nominee of [ana, bo!, cleo!, ana])
      for (const voter of [ana, bo!]) {
        const cast = "select cast_vote($1, $2, $3) ->> 'outcome' outcome";
        const { rows } = await connection.query(cast, [sessionOf(voter), categories[0], nominee.id]);
        expect(rows).toEqual([{ outcome: "cast" }]);
      }
    expect(await scans()).toBe(before);
  } finally {
    await connection.end();
    await swell.close();
  }
});
