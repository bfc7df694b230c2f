import { expect, test } from "vitest";
import type { NightCard } from "#contract/nights.ts";
import { goldWords, nextWords, sentenceOfCard, titleWords } from "./words.ts";

const person = (firstName: string, lastName: string) => ({
  id: firstName,
  firstName,
  lastName,
  bio: null,
  profileImageUrl: null,
});
const ana = person("Ana", "Lopes");
const ben = person("Ben", "Okafor");
const category = { id: "a", name: "Best Wipeout", description: "", icon: "fas fa-water", color: "blue" };
const place = (rest: Partial<Extract<NightCard, { kind: "place" }>>): Extract<NightCard, { kind: "place" }> => ({
  kind: "place",
  category,
  rank: 1,
  winners: [ana],
  votes: 5,
  receipt: null,
  titlesInRow: null,
  takesItFrom: [],
  ...rest,
});
const trip = { name: "Ericeira" };

test("a card is one sentence for screen readers", () => {
  expect(sentenceOfCard(place({}), trip)).toBe("Best Wipeout goes to Ana Lopes, 5 votes!");
  expect(sentenceOfCard(place({ rank: 3, winners: [ana, null], votes: 1 }), trip)).toBe(
    "Third place: Ana Lopes and Former crew member, 1 vote each.",
  );
  expect(sentenceOfCard(place({ votes: null, takesItFrom: [ben] }), trip)).toBe(
    "Best Wipeout goes to Ana Lopes, takes it from Ben!",
  );
  expect(sentenceOfCard(place({ receipt: { photo: null, text: "Twice!" } }), trip)).toBe(
    "Best Wipeout goes to Ana Lopes, 5 votes! The proof: “Twice!”",
  );
  expect(sentenceOfCard({ kind: "nobody", category }, trip)).toBe("Best Wipeout: Nobody dared to vote.");
  const medals = [{ user: ana, gold: 2, silver: 0, bronze: 1 }];
  expect(sentenceOfCard({ kind: "final", medals, photos: [] }, trip)).toBe(
    "The medal table: Ana Lopes 2 gold, 1 bronze.",
  );
  expect(sentenceOfCard({ kind: "best", winners: [ana], gold: 1 }, trip)).toBe(
    "The night belongs to Ana Lopes: 1 gold medal!",
  );
});

test("awards that are out already are read in one sentence, the first three of them", () => {
  const award = (name: string, winners: readonly (typeof ana | null)[]) => ({
    category: { ...category, name },
    winners: [...winners],
  });
  const two = [award("Best Wipeout", [ana, ben]), award("Camp Chef", [])];
  expect(sentenceOfCard({ kind: "crowned", awards: two }, trip)).toBe(
    "Already crowned: Best Wipeout, Ana Lopes and Ben Okafor; Camp Chef, No winner.",
  );
  const five = [...two, award("Early Bird", [ben]), ...two];
  expect(sentenceOfCard({ kind: "crowned", awards: five }, trip)).toMatch(/; Early Bird, Ben Okafor; and 2 more\.$/);
});

test("those with most gold share their count", () => {
  expect(goldWords({ gold: 3, winners: [ana] })).toBe("3 gold medals");
  expect(goldWords({ gold: 2, winners: [ana, ben] })).toBe("2 gold medals each");
});

test("the host reads the kind of the next card, and the number of the next award", () => {
  expect(nextWords({ next: "second", award: 3 })).toBe("Second Place");
  expect(nextWords({ next: "award", award: 3 })).toBe("Award 4");
  expect(nextWords({ next: null, award: 3 })).toBeNull();
});

test("a defended title is counted with its ordinal", () => {
  expect([1, 2, 3, 4, 11, 22].map((titlesInRow) => titleWords(place({ titlesInRow })))).toEqual([
    "1st title in a row",
    "2nd title in a row",
    "3rd title in a row",
    "4th title in a row",
    "11th title in a row",
    "22nd title in a row",
  ]);
  expect(titleWords(place({}))).toBeUndefined();
});
