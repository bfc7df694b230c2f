import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunkSize, narrowest, shapeLetters, widest } from "#contract/gallery-shape.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";

let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let squad: string;
let trip: string;
/** Newest first, the order of galleries. */
let photos: { id: string; takenAt: Date; ratio: number; isMine: boolean; isVideo: boolean; inTrip: boolean }[];

beforeAll(async () => {
  swell = await openTestApp();
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  [ana, bo] = [made.ana, made.bo!];
  [squad, trip] = [made.squad, made.trip];
  const random = seeded(5);
  const filled = Array.from({ length: 320 }, (_, i) => {
    const [width, height] = [1 + random(4000), 1 + random(3000)];
    return {
      id: newId(),
      takenAt: new Date(Date.UTC(2026, 6, 4, 20) + random(5 * 24 * 3600) * 1000 * (i % 3 ? 1 : 0)),
      width,
      height,
      ratio: Math.min(widest, Math.max(narrowest, width / height)),
      isMine: random(3) === 0,
      isVideo: random(10) === 0,
      inTrip: random(4) > 0,
    };
  });
  await swell.database.db
    .insertInto("media")
    .values(
      filled.map(({ id, width, height, takenAt, isMine, isVideo, inTrip }, i) => ({
        id,
        purpose: "gallery" as const,
        uploader_id: isMine ? ana.id : i % 7 ? bo.id : null,
        squad_id: squad,
        trip_id: inTrip ? trip : null,
        file_name: `${i}.jpg`,
        file_type: isVideo ? "video/mp4" : "image/jpeg",
        file_size: 1000,
        sha256: Buffer.from(id),
        crc32: i,
        width,
        height,
        caption: null,
        placeholder: null,
        rendition_type: null,
        taken_at: takenAt,
      })),
    )
    .execute();
  photos = filled.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || (a.id < b.id ? 1 : -1));
});
afterAll(() => swell.close());

const albums = [
  ["a trip", () => `/api/trips/${trip}/media`, (photo: (typeof photos)[number]) => photo.inTrip],
  ["a squad", () => `/api/squads/${squad}/media`, () => true],
] as const;

const filters: [string, string, (photo: (typeof photos)[number]) => boolean][] = [
  ["all", "", () => true],
  ["others' media", "person=others", ({ isMine }) => !isMine],
  ["my media", "person=ana", ({ isMine }) => isMine],
  ["videos", "kind=video", ({ isVideo }) => isVideo],
  ["others' photos", "kind=photo&person=others", ({ isMine, isVideo }) => !isMine && !isVideo],
];

describe.each(albums)("the outline of %s", (_, url, belongs) => {
  describe.each(filters)("for %s", (_name, filter, matches) => {
    const query = () => filter.replace("person=ana", `person=${ana.id}`);
    const expected = () => photos.filter((photo) => belongs(photo) && matches(photo));

    test("has the shape of each photo in order", async () => {
      const { body } = await ana.get(`${url()}/outline?${query()}`);
      const shapes = String(body["shapes"]);
      expect(shapes).toHaveLength(expected().length);
      const step = Math.log(widest / narrowest) / (shapeLetters.length - 1);
      for (const [i, { ratio }] of expected().entries()) {
        const decoded = narrowest * Math.exp(shapeLetters.indexOf(shapes[i]!) * step);
        expect(Math.abs(Math.log(decoded / ratio))).toBeLessThanOrEqual(step / 2 + 1e-6);
      }
    });

    test("has cursors whose chunks contain every photo once", async () => {
      const { body } = await ana.get(`${url()}/outline?${query()}`);
      const cursors = rows(body["cursors"]).map(String);
      const total = expected().length;
      expect(cursors).toHaveLength(Math.max(0, Math.ceil(total / chunkSize) - 1));
      const newest = total % chunkSize || chunkSize;
      const ids: string[] = [];
      for (const [i, cursor] of ["", ...cursors].entries()) {
        const limit = i === 0 ? newest : chunkSize;
        const page = await ana.get(`${url()}?limit=${limit}&${query()}${cursor && `&cursor=${cursor}`}`);
        ids.push(...rows(page.body).map((item) => String(item["id"])));
      }
      expect(ids).toEqual(expected().map(({ id }) => id));
    });

    test("counts days in the requested zone", async () => {
      for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
        const { body } = await ana.get(`${url()}/outline?${query()}&zone=${zone}`);
        const day = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
        const counts = new Map<string, number>();
        for (const { takenAt } of expected())
          counts.set(day.format(takenAt), (counts.get(day.format(takenAt)) ?? 0) + 1);
        expect(body["days"]).toEqual([...counts]);
      }
    });

    test("has the position of each of its photos, and of no other", async () => {
      const shown = expected();
      for (const index of [0, 1, Math.floor(shown.length / 2), shown.length - 1]) {
        const { body } = await ana.get(`${url()}/position?${query()}&photo=${shown[index]!.id}`);
        expect(body).toEqual({ index });
      }
      const left = photos.find((photo) => !belongs(photo) || !matches(photo))?.id ?? newId();
      expect((await ana.get(`${url()}/position?${query()}&photo=${left}`)).body).toEqual({ index: null });
    });
  });

  test("counts people and kinds over the whole album, also with a filter", async () => {
    const all = photos.filter(belongs);
    const mine = all.filter(({ isMine }) => isMine).length;
    for (const filter of ["", "?kind=video", "?person=others"]) {
      const { body } = await bo.get(`${url()}/outline${filter}`);
      const videos = all.filter(({ isVideo }) => isVideo).length;
      expect(body).toMatchObject({ photoCount: all.length - videos, videoCount: videos });
      const people = rows(body["people"]);
      expect(people.find((one) => String(one["id"]) === ana.id)).toMatchObject({ firstName: "Ana", count: mine });
      expect(people).toHaveLength(2);
    }
  });

  test("refuses an invalid zone, person or kind", async () => {
    for (const odd of ["zone=Sea/Level", "zone=%2B05:30", "zone=%27", "person=me", "kind=gif"]) {
      const { status, body } = await ana.get(`${url()}/outline?${odd}`);
      expect([odd, status, body["code"]]).toEqual([odd, 400, "invalid_input"]);
    }
    // Either Node or PostgreSQL knows this zone.
    expect([200, 400]).toContain((await ana.get(`${url()}/outline?zone=EST5EDT4`)).status);
  });
});

test("the outline of an empty gallery is empty", async () => {
  const { ana: other, trip: empty } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await other.get(`/api/trips/${empty}/media/outline`);
  expect(body).toEqual({
    shapes: "",
    cursors: [],
    days: [],
    people: [],
    photoCount: 0,
    videoCount: 0,
  });
});

test("strangers get neither outline nor position", async () => {
  const zoe = await swell.person("zoe");
  for (const [, url] of albums)
    for (const part of ["outline", `position?photo=${photos[0]!.id}`])
      expect(await zoe.get(`${url()}/${part}`)).toMatchObject({ status: 404 });
});
