import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { exifBlock, text } from "../fixtures/exif-block.ts";
import { jpegWith } from "../fixtures/live-photo.ts";
import { stored } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { unzip } from "../zip/fixtures/unzip.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const takenAt = "2025-07-14T09:41:07.000Z";
/** Adds a photo that was taken at `takenAt`, and returns its id. */
async function addNamed(person: Client, album: string, fileName: string): Promise<string> {
  const bytes = await jpegWith(exifBlock({ photo: [text(0x9003, "2025:07:14 09:41:07")] }));
  return String((await add(swell, person, album, bytes, { fileName })).body["id"]);
}

/** The file names of a gallery, page by page. */
async function walk(person: Client, album: string, limit: number): Promise<string[]> {
  const names: string[] = [];
  let url: string | undefined = `${album}/media?limit=${limit}`;
  while (url !== undefined) {
    const { body, headers } = await person.get(url);
    names.push(...rows(body).map((item) => String(item["fileName"])));
    url = /<([^>]+)>; rel="next"/.exec(String(headers["link"]))?.[1];
  }
  return names;
}

/** The file names of a zip of the whole album, without the time and the person before them. */
async function namesInZip(person: Client, trip: string): Promise<string[]> {
  const { body } = await person.post("/api/media/zips", { tripId: trip, timeZone: "UTC" });
  const reply = await swell.app.inject({ url: String(body["url"]), headers: { cookie: person.cookie } });
  return unzip(reply.rawPayload).map(({ name }) => name.split(" ").at(-1)!);
}

test("photos of one second lie in the order of their fractions", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  for (const name of ["burst-b-900.jpg", "burst-c-400.jpg", "burst-a-100.jpg"])
    await add(swell, ana, album, stored(`tags/${name}`), { fileName: name });
  expect(await walk(ana, album, 50)).toEqual(["burst-b-900.jpg", "burst-c-400.jpg", "burst-a-100.jpg"]);
  expect(await namesInZip(ana, trip)).toEqual(["burst-a-100.jpg", "burst-c-400.jpg", "burst-b-900.jpg"]);
});

const newestFirst = ["IMG_100.jpg", "IMG_10 (1).jpg", "IMG_10.jpg", "IMG_9.jpg", "IMG_008.jpg", "IMG_1.jpg"];

test("photos of one moment lie in the order of their names' numbers", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const ids = new Map<string, string>();
  for (const name of ["IMG_10.jpg", "IMG_1.jpg", "IMG_100.jpg", "IMG_008.jpg", "IMG_9.jpg", "IMG_10 (1).jpg"]) {
    ids.set(name, await addNamed(ana, album, name));
  }
  for (const limit of [1, 2, 50]) expect(await walk(ana, album, limit)).toEqual(newestFirst);
  for (const filter of ["", `&person=${ana.id}`, "&kind=photo", "&person=others"]) {
    const positions = newestFirst.map(
      async (name) => (await ana.get(`${album}/media/position?photo=${ids.get(name)}${filter}`)).body["index"],
    );
    const expected = filter === "&person=others" ? newestFirst.map(() => null) : newestFirst.map((_, i) => i);
    expect(await Promise.all(positions)).toEqual(expected);
  }
  expect(await namesInZip(ana, trip)).toEqual(newestFirst.toReversed().map((name) => name.split(" ").at(-1)));
});

test("a page goes on from a photo that is gone, and leaves none out", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  for (const name of ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"]) await addNamed(ana, album, name);
  const first = await ana.get(`${album}/media?limit=1`);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))![1]!;
  await ana.delete(`/api/media/${String(rows(first.body)[0]!["id"])}`);
  const names = rows((await ana.get(next.replace("limit=1", "limit=50"))).body).map((item) => item["fileName"]);
  expect(names).toEqual(["IMG_2.jpg", "IMG_1.jpg"]);
});

test("a cursor from another gallery does not tell how that gallery's names are ordered", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { ana: bo, trip: other } = await newTrip(swell, { crew: ["ana"] });
  const hidden = await addNamed(bo, `/api/trips/${other}`, "IMG_5.jpg");
  for (const name of ["IMG_1.jpg", "IMG_9.jpg"]) await addNamed(ana, `/api/trips/${trip}`, name);
  const cursor = `${Date.parse(takenAt)}_${hidden}`;
  const { body } = await ana.get(`/api/trips/${trip}/media?cursor=${cursor}`);
  expect(rows(body).map((item) => item["fileName"])).toEqual(["IMG_9.jpg", "IMG_1.jpg"]);
});
