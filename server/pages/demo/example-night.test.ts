import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../../media/fixtures/uploading.ts";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { awards } from "./awards.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const read = () => swell.visitor.get("/api/public/night");

test("a visitor gets the cards of ten awards, each with its winner", async () => {
  const { status, headers, body } = await read();
  expect([status, headers["cache-control"], headers["set-cookie"]]).toEqual([200, "public, max-age=3600", undefined]);
  const cards = rows(body["cards"]);
  expect([cards[0], cards.at(-1)].map((card) => card!["kind"])).toEqual(["title", "final"]);
  const known = rows(cards.find((card) => String(card["kind"]) === "crowned")?.["awards"]);
  const winners = cards.filter((card) => String(card["kind"]) === "place" && Number(card["rank"]) === 1);
  for (const [shown, isOpen] of [
    [known, false],
    [winners, true],
  ] as const) {
    const named = awards.filter((award) => award.isOpen === isOpen).map(({ name }) => name);
    expect(shown.map((award) => award["category"]!["name"])).toEqual(named);
    for (const award of shown) expect(rows(award["winners"]).length).toBeGreaterThan(0);
  }
  expect(winners.filter((card) => card["receipt"])).toHaveLength(5);
  expect(rows(cards[0]!["crew"]).map((person) => person["firstName"])).toContain("You");
});

test("its pictures are photos of the program, without metadata", async () => {
  const pictures = [...new Set((await read()).text.match(/\/example\/[\w-]+/g))];
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    const { status, headers, bytes } = await open(swell, swell.visitor, picture);
    expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
  for (const name of ["nothing", "constructor", "..%2Ffacts.json", "facts.json"])
    expect((await swell.visitor.get(`/example/${name}`)).status, name).toBe(404);
});

test("it is the same for everybody, whatever people keep on this server", async () => {
  const before = (await read()).text;
  const { ana, squad } = await newTrip(swell, { crew: ["ana", "bo"], awards: ["Best Wipeout"] });
  await ana.put(`/api/squads/${squad}`, { name: "Salt", isPublic: true });
  expect((await ana.get("/api/public/night")).text).toBe(before);
  expect((await read()).text).toBe(before);
  expect(before).not.toContain("/objects/");
});
