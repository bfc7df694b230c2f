import fc from "fast-check";
import { expect, test } from "vitest";
import { bonusFigures } from "./figures.ts";
import { type BonusAward, type PersonFacts, type TripFacts, chooseBonus, maxBonusAwards } from "./rules.ts";

const nobody: Omit<PersonFacts, "userId"> = {
  photos: 0,
  clocked: 0,
  medianMinute: null,
  earliest: null,
  highest: null,
  likes: 0,
  mostLikedId: null,
  filmMs: 0,
  longestFilmId: null,
};
const person = (userId: string, facts: Partial<PersonFacts> = {}): PersonFacts => ({ ...nobody, userId, ...facts });
const tripOf = (people: readonly PersonFacts[], rest: Partial<TripFacts> = {}): TripFacts => ({
  people,
  crewCount: people.length,
  awardCount: 0,
  firstDone: null,
  ...rest,
});
const figureOf = ({ rule, value }: BonusAward) => bonusFigures[rule](value);
const told = (facts: TripFacts) =>
  chooseBonus(facts, []).map((award) => [award.rule, figureOf(award), award.winners.join(" ")]);

test("Paparazzo is for most photos, from twenty on and against somebody", () => {
  const shots = (...counts: number[]) => tripOf(counts.map((photos, i) => person("abc"[i]!, { photos })));
  expect(told(shots(1112, 30))).toEqual([["paparazzo", "1,112 photos", "a"]]);
  expect(told(shots(19, 3))).toEqual([]);
  expect(told(shots(100))).toEqual([]);
  expect(told(shots(100, 0))).toEqual([]);
});

test("Night Shift counts one in the morning as later than eleven at night", () => {
  const at = (userId: string, hour: number, clocked = 10) =>
    person(userId, { clocked, medianMinute: ((hour + 18) % 24) * 60 });
  expect(told(tripOf([at("ana", 23), at("bo", 1)]))).toEqual([["night-shift", "mostly around 01:00", "bo"]]);
  expect(told(tripOf([at("ana", 23), at("bo", 1, 9)]))).toEqual([]);
  expect(told(tripOf([at("ana", 20), at("bo", 12)]))).toEqual([]);
});

test("First Light is for the earliest morning, before eight", () => {
  const at = (userId: string, minute: number) => person(userId, { earliest: { minute, photoId: `of ${userId}` } });
  const [award] = chooseBonus(tripOf([at("ana", 90), at("bo", 72)]), []);
  expect(award).toMatchObject({ value: 5 * 60 + 12, winners: ["bo"], photoId: "of bo" });
  expect(figureOf(award!)).toBe("05:12 in the morning");
  expect(told(tripOf([at("ana", 300), at("bo", 241)]))).toEqual([]);
});

test("High Point is for the highest photo, from a hundred metres on", () => {
  const at = (userId: string, metres: number) => person(userId, { highest: { metres, photoId: "p" } });
  expect(told(tripOf([at("ana", 2134.4), at("bo", 12)]))).toEqual([["high-point", "2,134 m", "ana"]]);
  expect(told(tripOf([at("ana", 99), at("bo", 12)]))).toEqual([]);
});

test("Crowd Pleaser is for most likes a photo, not for one lucky photo", () => {
  const liked = (userId: string, photos: number, likes: number) => person(userId, { photos, likes });
  expect(told(tripOf([liked("ana", 10, 25), liked("bo", 8, 16), liked("cleo", 1, 9)]))).toEqual([
    ["crowd-pleaser", "2.5 likes a photo", "ana"],
  ]);
  expect(told(tripOf([liked("ana", 10, 9), liked("bo", 10, 8)]))).toEqual([]);
});

test("Film Maker is for most video, from a minute on", () => {
  const filmed = (...lengths: number[]) => tripOf(lengths.map((filmMs, i) => person("ab"[i]!, { filmMs })));
  expect(told(filmed(750_000, 1000))).toEqual([["film-maker", "12 minutes of video", "a"]]);
  expect(told(filmed(59_000, 1000))).toEqual([]);
});

test("Speed Run names the first to answer, in a race of three awards", () => {
  const race = { firstDone: "bo", awardCount: 3, crewCount: 3 };
  expect(told(tripOf([], race))).toEqual([["speed-run", "first to answer all 3 awards", "bo"]]);
  expect(told(tripOf([], { ...race, awardCount: 2 }))).toEqual([]);
  expect(told(tripOf([], { ...race, crewCount: 2 }))).toEqual([]);
  expect(told(tripOf([], { ...race, firstDone: null }))).toEqual([]);
});

test("Lived in the Moment takes few photos for a choice only among many", () => {
  const shots = (...counts: number[]) =>
    chooseBonus(tripOf(counts.map((photos, i) => person("abcde"[i]!, { photos }))), ["paparazzo"]).map((award) => [
      figureOf(award),
      ...award.winners,
    ]);
  expect(shots(3, 20, 40, 90)).toEqual([["just 3 photos", "a"]]);
  expect(shots(1, 20, 40, 90, 0)).toEqual([["just 1 photo", "a"]]);
  expect(shots(6, 20, 40, 90)).toEqual([]);
  expect(shots(3, 19, 40, 90)).toEqual([]);
  expect(shots(3, 40, 90)).toEqual([]);
});

test("up to three people share an award, and more share none", () => {
  const equal = (count: number) =>
    tripOf(["d", "c", "b", "a"].slice(4 - count).map((id) => person(id, { filmMs: 60_000 })));
  expect(told(equal(3))).toEqual([["film-maker", "1 minute of video", "a b c"]]);
  expect(told(equal(4))).toEqual([]);
});

test("a rule that is switched off gives nothing", () => {
  const facts = tripOf([person("ana", { photos: 50 }), person("bo", { photos: 20 })]);
  expect(chooseBonus(facts, ["paparazzo"])).toEqual([]);
});

const anyone = fc.record({
  userId: fc.stringMatching(/^[a-z]{3}$/),
  photos: fc.integer({ min: 0, max: 200 }),
  clocked: fc.integer({ min: 0, max: 30 }),
  medianMinute: fc.option(fc.integer({ min: 0, max: 1439 })),
  earliest: fc.option(fc.record({ minute: fc.integer({ min: 0, max: 500 }), photoId: fc.constant("e") })),
  highest: fc.option(fc.record({ metres: fc.double({ min: -50, max: 4000, noNaN: true }), photoId: fc.constant("h") })),
  likes: fc.integer({ min: 0, max: 100 }),
  mostLikedId: fc.constant("l"),
  filmMs: fc.integer({ min: 0, max: 300_000 }),
  longestFilmId: fc.constant("f"),
});
const anyCrew = fc.uniqueArray(anyone, { selector: ({ userId }) => userId, maxLength: 9 });

test("the order of the crew does not matter, and no show has more than five", () => {
  fc.assert(
    fc.property(anyCrew, fc.infiniteStream(fc.nat()), (people, random) => {
      const facts = tripOf(people, { firstDone: people[0]?.userId ?? null, awardCount: 4 });
      const other = people
        .map((one) => ({ one, key: random.next().value as number }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const awards = chooseBonus(facts, []);
      expect(chooseBonus({ ...facts, people: other }, [])).toEqual(awards);
      expect(awards.length).toBeLessThanOrEqual(maxBonusAwards);
      expect(new Set(awards.map(({ rule }) => rule)).size).toBe(awards.length);
      for (const { winners } of awards) expect(winners.length).toBeLessThanOrEqual(3);
    }),
  );
});

test("of more than five awards, the show keeps those that honour more people", () => {
  const ana = person("ana", {
    photos: 100,
    clocked: 50,
    medianMinute: 1000,
    earliest: { minute: 60, photoId: "p" },
    highest: { metres: 900, photoId: "p" },
    likes: 500,
    filmMs: 90_000,
  });
  const others = ["bo", "cleo", "dora"].map((id) =>
    person(id, {
      photos: 30,
      clocked: 20,
      medianMinute: 500,
      earliest: { minute: 200, photoId: "p" },
      highest: { metres: 10, photoId: "p" },
      likes: 20,
      filmMs: 1000,
    }),
  );
  const quiet = person("eve", { photos: 2 });
  const awards = chooseBonus(tripOf([ana, ...others, quiet], { firstDone: "bo", awardCount: 5 }), []);
  expect(awards.map(({ rule, winners }) => [rule, ...winners])).toEqual([
    ["paparazzo", "ana"],
    ["night-shift", "ana"],
    ["first-light", "ana"],
    ["speed-run", "bo"],
    ["lived-in-the-moment", "eve"],
  ]);
});
