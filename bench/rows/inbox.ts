import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import { type Bench, type Measured, runBoth, throughput } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { hasProc, peakDuring } from "../proc.ts";
import { seedActivity, seedComments } from "../seed/activity.ts";
import { seedAwardTrips } from "../seed/awards.ts";
import { idOf, tokenOf } from "../seed/keys.ts";
import { seedPeople } from "../seed/people.ts";
import { seedPhotosSql } from "../seed/squads.ts";

/** Crews, by the number of the trip. */
const crews = { small: 10, large: 10_000 } as const;
const trips = { small: 1, large: 2 } as const;
/** How many rows the inboxes of the two crews have. */
const rows = { small: 50, large: 5000 } as const;

/** How many comments the photos of the two crews have. */
const comments = { small: 30, large: 2000 } as const;

/**
 * Compares the inbox of somebody with 5,000 rows with one of 50, a photo with 2,000 comments with one with 30, and events in a crew of 10,000
 * people with events in a crew of ten: their number, the memory meanwhile, and what they leave for other requests.
 */
export async function measureInbox(bench: Bench): Promise<Figure[]> {
  const { rounds, roundMs } = bench.options;
  const site = await bench.workspace.database("inbox", async (client) => {
    await seedPeople(client, crews.large + crews.small);
    for (const size of ["small", "large"] as const) {
      const trip = trips[size];
      await seedAwardTrips(client, { firstTrip: trip, trips: 1, crew: crews[size], awards: 1, firstAward: trip });
    }
    await client.query(seedPhotosSql(2, "n", "3"));
    // Person 1 is on the small crew alone, and person 2 on the large one.
    const leave = `delete from trip_members where trip_id = $1 and user_id = $2`;
    await client.query(leave, [idOf("trip", trips.small), idOf("user", 2)]);
    await client.query(leave, [idOf("trip", trips.large), idOf("user", 1)]);
    for (const size of ["small", "large"] as const) {
      await seedActivity(client, trips[size], rows[size], crews[size]);
      await seedComments(client, trips[size], comments[size]);
    }
  });
  return runBoth(bench, site, async ({ ours, load }) => {
    const by = (viewer: number, method: "GET" | "POST", path: string) => () =>
      load(ours, {
        requests: [{ method, path, token: tokenOf(viewer) }],
        connections: 16,
        forMs: roundMs,
        expect: { status: 200, bytes: 10 },
      });
    /** The dashboard of somebody else, while likes come one after the other. */
    const whileLikesCome = (trip: number) => async () => {
      const end = new AbortController();
      const likes = (async () => {
        while (!end.signal.aborted)
          await fetch(`http://localhost:${ours.port}/api/media/${idOf("media", trip)}/like`, {
            method: "POST",
            headers: { cookie: `session=${tokenOf(3)}` },
          });
      })();
      const measured = await by(4, "GET", "/api/dashboard")();
      end.abort();
      await likes;
      return measured;
    };
    const sides = {
      inboxFew: by(1, "GET", "/api/inbox"),
      inboxMany: by(2, "GET", "/api/inbox"),
      countFew: by(1, "GET", "/api/inbox/count"),
      countMany: by(2, "GET", "/api/inbox/count"),
      talkFew: by(1, "GET", `/api/media/${idOf("media", trips.small)}/talk`),
      talkMany: by(2, "GET", `/api/media/${idOf("media", trips.large)}/talk`),
      othersSmall: whileLikesCome(trips.small),
      othersLarge: whileLikesCome(trips.large),
      likeSmall: by(1, "POST", `/api/media/${idOf("media", trips.small)}/like`),
      likeLarge: by(2, "POST", `/api/media/${idOf("media", trips.large)}/like`),
    };
    await check(ours.port);
    await alternate(1, sides);
    const results = await alternate(rounds, sides);
    const memory = [];
    if (hasProc)
      for (let round = 0; round < rounds; round++)
        memory.push(
          (await peakDuring(() => [ours.pid, site.postmaster], sides.likeLarge)) /
            (await peakDuring(() => [ours.pid, site.postmaster], sides.likeSmall)),
        );
    type Side = keyof typeof sides;
    const figure = (what: string, one: Side, other: Side) =>
      throughput(
        22,
        what,
        null,
        results.map((round: Record<Side, Measured>) => ({ ours: round[one], theirs: round[other] })),
      );
    return [
      figure("inbox of 5,000 rows ÷ of 50", "inboxMany", "inboxFew"),
      figure("bell of 5,000 new rows ÷ of 50", "countMany", "countFew"),
      figure("photo with 2,000 comments ÷ with 30", "talkMany", "talkFew"),
      figure("dashboards while events come in a crew of 10,000 ÷ of ten", "othersLarge", "othersSmall"),
      { row: 22, what: "peak memory meanwhile ÷ of ten", goal: null, ratios: memory },
      figure("an event in a crew of 10,000 people ÷ of ten", "likeLarge", "likeSmall"),
    ];
  });
}

async function check(port: number) {
  const entries = await checkedAnswer(port, "GET /api/inbox", "/api/inbox", tokenOf(2));
  must(entries.length === 30, "The inbox does not have a page of entries");
}
