import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { photoColumns } from "../../testing/photo-columns.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

interface Place {
  readonly squad: string | null;
  readonly trip: string | null;
}
type Purpose = "gallery" | "profile" | "squad" | "trip";

const below = seeded(seed);
const pick = <T>(from: readonly T[]) => from[below(from.length)]!;

async function addPhoto(uploader: string, purpose: Purpose, { squad, trip }: Place): Promise<string> {
  const id = newId();
  await swell.database.db
    .insertInto("media")
    .values({
      id,
      purpose,
      uploader_id: uploader,
      squad_id: squad,
      trip_id: trip,
      ...photoColumns(),
      file_size: 1 + below(1_000_000_000),
      sha256: Buffer.from(id.replaceAll("-", ""), "hex"),
    })
    .execute();
  return id;
}

/** The sums that the database keeps, and a recount of all photos. Sums of 0 count as none. */
async function sums() {
  const read = async (statement: ReturnType<typeof sql<{ owner: string; bytes: number }>>) =>
    (await statement.execute(swell.database.db)).rows.map(({ owner, bytes }) => `${owner} ${bytes}`);
  const kept = await read(sql`
    select user_id as owner, bytes from user_space where bytes <> 0
    union all select squad_id, bytes from squad_space where bytes <> 0 order by 1`);
  const counted = await read(sql`
    select uploader_id as owner, sum(file_size)::bigint as bytes from media where uploader_id is not null group by 1
    union all select squad_id, sum(file_size)::bigint from media
      where squad_id is not null and purpose in ('gallery', 'live', 'trash') group by 1 order by 1`);
  return { kept, counted };
}

/** Lives a random life of two squads and compares the sums after each step. */
async function liveRandomly() {
  const one = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  const two = await newTrip(swell, { crew: ["dora"] });
  const { ana } = one;
  const alone = await ana.post("/api/trips", {
    name: "Alone",
    location: "Faro",
    startDate: "2026-07-04T00:00:00.000Z",
    endDate: "2026-07-05T00:00:00.000Z",
  });
  const people: TestPerson[] = [...one.people, ...two.people];
  const places: Place[] = [
    { squad: one.squad, trip: one.trip },
    { squad: one.squad, trip: null },
    { squad: two.squad, trip: two.trip },
    { squad: null, trip: String(alone.body["id"]) },
  ];
  const photos: string[] = [];
  const gone = new Set<TestPerson>();
  const someone = () => pick(people.filter((person) => !gone.has(person)));
  const steps: Record<string, () => Promise<unknown>> = {
    add: async () => photos.push(await addPhoto(someone().id, "gallery", pick(places))),
    addAgain: async () => photos.push(await addPhoto(someone().id, "gallery", pick(places))),
    addFace: () => addPhoto(someone().id, "profile", { squad: null, trip: null }),
    addCover: () => addPhoto(someone().id, "squad", pick(places)),
    alsoAdd: async () =>
      photos.length > 0 &&
      sql`insert into also_added (media_id, user_id) select id, ${someone().id} from media where id = ${pick(photos)}
        on conflict do nothing`.execute(swell.database.db),
    trash: async () => photos.length > 0 && someone().delete(`/api/media/${pick(photos)}`),
    restore: async () => photos.length > 0 && someone().post(`/api/media/${pick(photos)}/restore`, {}),
    removeForGood: async () => photos.length > 0 && someone().delete(`/api/media/${pick(photos)}/trash`),
    removeMember: async () => ana.delete(`/api/squads/${one.squad}/members/${someone().id}?trips=keep`),
    leave: async () => someone().post(`/api/squads/${one.squad}/leave`, {}),
    removeAccount: async () => {
      const person = someone();
      if (person === ana || person === two.ana) return;
      const { email: confirm, password } = person;
      const { status } = await person.delete("/api/account", {
        confirm,
        password,
        photos: pick(["leave", "take"]),
      });
      if (status === 204) gone.add(person);
    },
  };
  const check = async (step: string) => {
    const { kept, counted } = await sums();
    expect(kept, `${step} of seed ${seed}`).toEqual(counted);
    return counted.length;
  };
  for (let i = 0; i < 40; i += 1) {
    const step = pick(Object.keys(steps));
    await steps[step]!();
    await check(step);
  }
  expect(await check("the premise")).toBeGreaterThan(2);
  await two.ana.delete(`/api/trips/${two.trip}`);
  await check("deleting a trip");
  await ana.delete(`/api/squads/${one.squad}`, { confirm: "Dawn Patrol" });
  await check("deleting a squad");
}

test(
  `sums of space equal a recount after each step of a random life (seed ${seed})`,
  { timeout: 30_000 },
  liveRandomly,
);

test(`sums of space equal a recount in ten lives (seed ${seed})`, { tags: ["long"], timeout: 180_000 }, async () => {
  for (let life = 0; life < 10; life += 1) await liveRandomly();
});
