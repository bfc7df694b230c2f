import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NightCard } from "#contract/nights.ts";
import { pictureShapes, pictureSizes, previewSizes } from "#contract/picture-sizes.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { draw } from "./draw.ts";
import type { WinnerPicture } from "./picture.ts";
import { photosOf, pictureOf } from "./pictures.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const person = (firstName: string, id = "0190a5b0-0000-7000-8000-000000000001") => ({
  id,
  firstName,
  lastName: "Berg",
  bio: null,
  profileImageUrl: null,
});
const category = { id: "c", name: "Best Wipeout", description: "", icon: "fas fa-water", color: "blue" };
const place = (winners: Extract<NightCard, { kind: "place" }>["winners"], fields: object = {}): NightCard => ({
  kind: "place",
  category,
  rank: 1,
  winners,
  votes: 3,
  receipt: null,
  titlesInRow: null,
  takesItFrom: [],
  ...fields,
});
const around = { shape: "portrait", trip: "Ericeira ’26", squad: "Dawn Patrol" } as const;
const occasion = { ...around, showsFaces: true };
const withFace = (firstName: string, photo: string) => ({
  ...person(firstName, `0190a5b0-0000-7000-8000-00000000000${firstName.length}`),
  profileImageUrl: `/objects/${photo}`,
});

describe("what a picture says", () => {
  test("is the first name of the winner, and how the title came to them", () => {
    const cards = [place([person("Ana")], { titlesInRow: 3 })];
    expect(pictureOf("c", cards, occasion)).toMatchObject({ winners: [{ name: "Ana" }], line: "3rd title in a row" });
    expect(JSON.stringify(pictureOf("c", cards, occasion))).not.toContain("Berg");
    const lost = [place([person("Ana")], { takesItFrom: [person("Bo")] })];
    expect(pictureOf("c", lost, occasion)).toMatchObject({ line: "Takes it from Bo" });
    expect(pictureOf("c", [place([person("Ana"), null])], occasion)).toMatchObject({
      winners: [{ name: "Ana" }, { name: "Former crew member" }],
      line: "Shared by 2",
    });
  });

  test("is the proof, a photo or a text", () => {
    const proofOf = (receipt: object) => pictureOf("c", [place([person("Ana")], { receipt })], occasion);
    const photo = { id: "proof", filePath: "/objects/proof", caption: null, width: 4, height: 3, placeholder: null };
    expect(proofOf({ photo, text: null })).toMatchObject({ proof: { photo: "proof" } });
    expect(proofOf({ photo: null, text: "Twice" })).toMatchObject({ proof: { text: "Twice" } });
  });

  test("is the faces of three winners at most, and no photo where a squad wants none", () => {
    const winners = ["A", "Bo", "Cle", "Dora", "Emily"].map((name) => withFace(name, name));
    const photo = { id: "proof", filePath: "/objects/proof", caption: null, width: 4, height: 3, placeholder: null };
    const cards = [place(winners, { receipt: { photo, text: null } })];
    expect(photosOf(pictureOf("c", cards, occasion)).map(({ id }) => id)).toEqual(["A", "Bo", "Cle", "proof"]);
    expect(photosOf(pictureOf("c", cards, { ...occasion, showsFaces: false }))).toEqual([]);
  });

  test("is 404 for an award that nobody won", () => {
    expect(() => pictureOf("c", [{ kind: "nobody", category }], occasion)).toThrow("Award not found");
  });
});

const winnerPicture = (name: string, award = "Best Wipeout", more: Partial<WinnerPicture> = {}): Promise<Buffer> =>
  draw({
    picture: {
      kind: "winner",
      ...around,
      award: { name: award, icon: "fas fa-water", color: "blue" },
      winners: [{ name, paint: 0, photo: null }],
      line: null,
      proof: null,
      ...more,
    },
    photos: {},
    isPreview: false,
  });

/** Two names of each script. They are equally long, so that boxes in their place are alike. */
const names = {
  Arabic: ["محمد", "سعيد"],
  Hebrew: ["ענת", "דוד"],
  Chinese: ["小明", "李娜"],
  Emoji: ["🏄‍♀️", "🇵🇹"],
  Japanese: ["美咲", "はる"],
  Korean: ["민준", "서연"],
  Thai: ["สมชาย", "ปกรณ์"],
  Armenian: ["Արամ", "Անի"],
  Georgian: ["ნინო", "ლელა"],
  Bengali: ["রবি", "মনি"],
  Tamil: ["ரவி", "மணி"],
  Telugu: ["రవి", "మణి"],
  Gujarati: ["રવિ", "મણિ"],
  Gurmukhi: ["ਰਵੀ", "ਮਨੀ"],
  Kannada: ["ರವಿ", "ಮಣಿ"],
  Malayalam: ["രവി", "മണി"],
  Odia: ["ରବି", "ମଣି"],
  Sinhala: ["රවි", "මණි"],
  Devanagari: ["श्रीकृष्ण", "मीना"],
  Khmer: ["សុខ", "បូរ"],
  Lao: ["ນາລີ", "ດາລາ"],
  Burmese: ["သီတာ", "မီရာ"],
  Amharic: ["አበበ", "ሰላም"],
  Tibetan: ["བོད", "ཀོར"],
  Cherokee: ["ᏣᎳᎩ", "ᏩᏯᎠ"],
  Inuktitut: ["ᐃᓄᒃ", "ᐊᓇᓂ"],
  Syriac: ["ܐܒܓ", "ܡܪܝ"],
  Dhivehi: ["އަލީ", "މަރީ"],
  Greek: ["Νίκος", "Ελένη"],
  Cyrillic: ["Иван", "Олена"],
  Vietnamese: ["Nguyễn", "Hằng"],
} as const;
type Script = keyof typeof names;

let unknownName: Promise<Buffer> | undefined;

async function expectLetters(script: Script) {
  unknownName ??= winnerPicture("𐌰𐌽𐌰");
  const [one, other] = await Promise.all(names[script].map((name) => winnerPicture(name)));
  const unknown = await unknownName;
  expect(one!.equals(other!)).toBe(false);
  expect([one!.equals(unknown), other!.equals(unknown)]).toEqual([false, false]);
}

const quick = ["Arabic", "Chinese", "Emoji"] as const;
describe("different names look different", () => {
  // A picture of new letters takes half a second: their fonts are made for it.
  test.each(quick)("in %s", { timeout: 60_000 }, expectLetters);

  const others = (Object.keys(names) as Script[]).filter((script) => !quick.some((each) => each === script));
  test.each(others)("in %s, too", { tags: ["long"], timeout: 60_000 }, expectLetters);
});

test("a name with letters that no font has is not drawn", { timeout: 60_000 }, async () => {
  const [one, other, known] = await Promise.all(["𐌰𐌽𐌰", "𐌱𐍉", "A friend"].map((name) => winnerPicture(name)));
  expect([one!.equals(other!), one!.equals(known!)]).toEqual([true, true]);
  expect((await winnerPicture("𝓐𝓷𝓪 1️⃣")).equals(await winnerPicture("Ana 1"))).toBe(true);
  const award = await winnerPicture("Ana", "𐌰𐌽𐌰");
  expect(award.equals(await winnerPicture("Ana", "An award"))).toBe(true);
});

/** The darkest light of a part of a picture, from 0 to 255. */
async function darkestIn(picture: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
  const light = await sharp(picture).extract({ left, top, width, height }).greyscale().raw().toBuffer();
  return light.reduce((least, one) => Math.min(least, one), 255);
}

// Each picture has new letters, whose fonts are made for it.
test("the longest names and proofs stay inside of a picture and above its sea", { timeout: 60_000 }, async () => {
  const proof = { text: "محمد says: twice on the same wave! ".repeat(4) };
  for (const name of ["W".repeat(60), "محمد ".repeat(12), "小🏄".repeat(30)]) {
    const winner = { name, paint: 0, photo: null };
    for (const winners of [[winner], Array.from({ length: 7 }, () => winner)]) {
      const picture = await winnerPicture(name, name, { winners, proof, line: `Takes it from ${name}` });
      // Sky, paper and waves are light; only letters and edges have ink.
      const edges = [
        await darkestIn(picture, 0, 0, 20, 1150),
        await darkestIn(picture, 1060, 0, 20, 1150),
        await darkestIn(picture, 0, 0, 1080, 12),
        await darkestIn(picture, 0, 1156, 1080, 10),
      ];
      expect(Math.min(...edges), `${winners.length} × ${name}`).toBeGreaterThan(60);
    }
  }
});

/** The lowest row of a picture's card with ink in it, above its border. */
async function lowestInk(picture: Buffer): Promise<number> {
  const area = { left: 100, top: 760, width: 860, height: 380 };
  const { data, info } = await sharp(picture).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Math.floor(data.findLastIndex((light) => light < 100) / info.width);
}

test("the marks of letters stand where they belong", { timeout: 60_000 }, async () => {
  // The same letter, with two dots below and without.
  const [dotted, plain] = await Promise.all(["سي", "سى"].map((name) => winnerPicture(name)));
  expect((await lowestInk(dotted!)) - (await lowestInk(plain!))).toBeGreaterThan(10);
});

// It takes seconds: only a real night, drawn by a real process, shows that a server without fonts can do it.
test("a night that is over has pictures of its winners and medals, for members", { timeout: 120_000 }, async () => {
  const { ana, bo, cleo, trip, categories } = await newTrip(swell, {
    crew: ["ana", "bo", "cleo"],
    // Its emoji and its letters come from packages that only such a text needs.
    awards: ["Best Wipeout 🌊 أفضل سقوط"],
  });
  const night = `/api/trips/${trip}/night`;
  await ana.post(night, { startsAt: new Date(Date.now() + 3_600_000).toJSON(), timeZone: "Europe/Lisbon" });
  for (const voter of [ana, bo!, cleo!])
    await voter.post(`/api/categories/${categories[0]}/vote`, { nomineeId: bo!.id });
  await ana.post(`${night}/close`, {});
  await ana.post(`${night}/start`, {});
  expect((await ana.get(`${night}/pictures/medals`)).status).toBe(409);
  for (let position = 0; position < 4; position++) await ana.post(`${night}/next`, { position });

  for (const what of ["medals", categories[0]!])
    for (const shape of pictureShapes) {
      const { statusCode, headers, rawPayload } = await swell.app.inject({
        url: `${night}/pictures/${what}?shape=${shape}`,
        headers: { cookie: cleo!.cookie },
      });
      expect([statusCode, headers["content-type"], headers["cache-control"], headers["vary"]]).toEqual([
        200,
        "image/png",
        "private, max-age=300",
        "Cookie",
      ]);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "png", ...pictureSizes[shape] });
    }
  for (const shape of pictureShapes) {
    const preview = await swell.app.inject({
      url: `${night}/pictures/${categories[0]}?shape=${shape}&size=preview`,
      headers: { cookie: cleo!.cookie },
    });
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ format: "png", ...previewSizes[shape] });
    expect(preview.rawPayload.length).toBeLessThan(200_000);
  }
  const answers = await Promise.all(
    ["rosette", trip, "medals?shape=round", "medals?size=huge"].map((what) => ana.get(`${night}/pictures/${what}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400]);
  expect((await (await swell.person("dora")).get(`${night}/pictures/medals`)).status).toBe(404);
});
