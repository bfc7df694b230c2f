import type { APIRequestContext } from "@playwright/test";
import type { BonusRule } from "#contract/bonus-rules.ts";
import { photo } from "./app.ts";
import { addCrowd, behindTheScenes } from "./behind-the-scenes.ts";
import { addAward } from "./seed-awards.ts";
import { photosReady, seedTrip, send } from "./seed.ts";
import type { RunningServer } from "./server.ts";

const longAward = "Best Wipeout of Somebody Who Was Sure That Nobody Watched";
const longTrip = "Ericeira, Peniche and the Long Way Home over Nazaré with Two Flat Tyres";
const longFirst = "Maximiliane-Bartholomea";
const longLast = "Featherstonehaugh-Oyelaran";

/**
 * Plans a night whose cards are of every kind, with long names and large ties, as no single vote gives them. The first of `people` is the
 * host. Returns the address of its page and of its calls, how many cards it has, and `start`, which starts its show.
 */
export async function planAllCards(
  server: RunningServer,
  people: readonly [APIRequestContext, ...APIRequestContext[]],
) {
  const [host] = people;
  const wide = photo("wide.png", [18, 147, 143], 900, 500);
  const seed = await seedTrip(people, [wide, photo("tall.png", [217, 58, 110], 500, 900)]);
  const { trip } = seed;
  const night = `/api/trips/${trip}/night`;
  await addCrowd(server, seed, 30);
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await send(host, "POST", night, { startsAt, timeZone: "Europe/Lisbon" });
  const description = `${longAward}. Bring proof, or at least a witness who was sober at the time.`;
  const award = await addAward(host, trip, longAward, { description, icon: "fas fa-fire", color: "green" });
  const crowned = [...seed.categories, award];
  for (let i = 0; i < 8; i++) crowned.push(await addAward(host, trip, `${longAward} ${i}`));
  const photos = (await photosReady(host, trip)).map(({ id }) => id);
  const prove = async (proof: object) =>
    (await send(host, "POST", `/api/categories/${award}/receipts`, { nomineeId: seed.crew[0]!["id"], ...proof })).id;
  const proofs = [await prove({ mediaId: photos[0] }), await prove({ mediaId: photos[1] })];
  proofs.push(
    await prove({ text: "Seven pancakes, one pan, no fire brigade, and nobody asked for a second one of them." }),
  );

  const rename = "update trips set name = $2 where id = $1";
  await behindTheScenes(server, rename, [trip, longTrip]);
  const members = "select user_id id from trip_members where trip_id = $1 order by id";
  const crew = (await behindTheScenes(server, members, [trip])).map(({ id }) => String(id));
  const long = crew.slice(-3);
  const nameLong = "update people set first_name = $2, last_name = $3 where id = any($1)";
  await behindTheScenes(server, nameLong, [long, longFirst, longLast]);
  const cards = cardsOf({ crew, long, award, crowned, photos, proofs });
  const live = "update nights set closed_at = now(), live_at = now(), card_at = now(), cards = $2 where trip_id = $1";
  const start = () => behindTheScenes(server, live, [trip, JSON.stringify(cards)]);
  return { address: `/trips/${trip}/night`, night, count: cards.length, start };
}

interface Cast {
  readonly crew: readonly string[];
  /** The people of the crew with long names. */
  readonly long: readonly string[];
  readonly award: string;
  /** The awards that were out before the night. */
  readonly crowned: readonly string[];
  readonly photos: readonly string[];
  readonly proofs: readonly (string | undefined)[];
}

function cardsOf({ crew, long, award, crowned, photos, proofs }: Cast) {
  const bonus = (rule: BonusRule, value: number, winners: readonly string[], photoId: string | null = null) => ({
    kind: "bonus",
    rule,
    value,
    winners,
    photoId,
  });
  const place = (rank: number, winners: readonly string[], rest: object = {}) => {
    const plain = { votes: 12, receiptId: null, titlesInRow: null, takesItFrom: [] };
    return { kind: "place", categoryId: award, rank, winners, ...plain, ...rest };
  };
  const medals = crew.map((userId, i) => ({ userId, gold: i % 3, silver: 1, bronze: i % 2 }));
  return [
    { kind: "title", crew, awardCount: 7 },
    bonus("paparazzo", 112, crew.slice(0, 1), photos[0]),
    bonus("crowd-pleaser", 2.2, long.slice(0, 1), photos[1]),
    bonus("lived-in-the-moment", 3, crew.slice(0, 1)),
    bonus("night-shift", 23 * 60 + 40, long),
    { kind: "crowned", awards: [{ categoryId: award, winners: long }] },
    { kind: "crowned", awards: crowned.map((categoryId, i) => ({ categoryId, winners: crew.slice(0, i) })) },
    { kind: "award", categoryId: award, number: 1, awardCount: 7 },
    place(3, long.slice(0, 1)),
    place(2, long),
    place(1, long.slice(0, 1), { receiptId: proofs[0], titlesInRow: 3 }),
    place(1, crew.slice(0, 1), { receiptId: proofs[1], takesItFrom: long.slice(0, 1) }),
    place(1, long, { receiptId: proofs[2], takesItFrom: crew.slice(0, 2) }),
    place(1, crew.slice(-12)),
    { kind: "nobody", categoryId: award },
    { kind: "uncounted", categoryId: award },
    { kind: "final", medals: medals.slice(0, 3).map((line) => ({ ...line, bronze: 0 })), photoIds: photos },
    { kind: "best", winners: long.slice(0, 1), gold: 3 },
    { kind: "final", medals: medals.slice(0, 12), photoIds: [] },
    { kind: "best", winners: crew.slice(-12), gold: 2 },
    { kind: "final", medals, photoIds: photos },
  ];
}
