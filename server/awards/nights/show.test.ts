import fc from "fast-check";
import { expect, test } from "vitest";
import { type CountedAward, aheadOf, buildShow, lastCardAt, presentCard } from "./show.ts";

const award = (tallies: readonly (readonly [string, number])[], rest: Partial<CountedAward> = {}): CountedAward => ({
  categoryId: "wipeout",
  isOut: false,
  isUncounted: false,
  hidesCounts: false,
  tallies: tallies.map(([nomineeId, votes]) => ({ nomineeId, votes })),
  champions: [],
  receipts: new Map(),
  ...rest,
});
const showOf = (awards: readonly CountedAward[], showsCounts = true) =>
  buildShow({ crew: ["ana", "bo"], awards, photoIds: ["wave"], showsCounts, bonus: [] });
const placesOf = (one: CountedAward, showsCounts = true) =>
  showOf([one], showsCounts).flatMap((card) => (card.kind === "place" ? [card] : []));

test("ties come out together, and the next ranks are skipped", () => {
  const places = placesOf(
    award([
      ["ana", 3],
      ["bo", 3],
      ["cleo", 2],
      ["dora", 1],
    ]),
  );
  expect(places.map(({ rank, winners }) => [rank, winners])).toEqual([
    [3, ["cleo"]],
    [1, ["ana", "bo"]],
  ]);
});

test("the winners of a tie get the best receipt among them, and others none", () => {
  const receipts = new Map([
    ["cleo", "most hearts"],
    ["bo", "some hearts"],
    ["ana", "no heart"],
  ]);
  const tied = award(
    [
      ["ana", 2],
      ["bo", 2],
      ["cleo", 1],
    ],
    { receipts },
  );
  expect(placesOf(tied).map(({ rank, receiptId }) => [rank, receiptId])).toEqual([
    [3, null],
    [1, "some hearts"],
  ]);
});

test("counts are hidden with fewer than five choices, and if the host hides them", () => {
  expect(
    placesOf(
      award([
        ["ana", 3],
        ["bo", 1],
      ]),
    ).map(({ votes }) => votes),
  ).toEqual([null, null]);
  expect(
    placesOf(
      award([
        ["ana", 4],
        ["bo", 1],
      ]),
    ).map(({ votes }) => votes),
  ).toEqual([1, 4]);
  expect(
    placesOf(
      award([
        ["ana", 4],
        ["bo", 1],
      ]),
      false,
    ).map(({ votes }) => votes),
  ).toEqual([null, null]);
});

test("a defended title is counted, and a lost one names who had it", () => {
  const champions = [{ userId: "ana", titles: 2 }];
  expect(placesOf(award([["ana", 2]], { champions }))[0]).toMatchObject({ titlesInRow: 3, takesItFrom: [] });
  expect(placesOf(award([["bo", 2]], { champions }))[0]).toMatchObject({ titlesInRow: null, takesItFrom: ["ana"] });
});

test("awards that were out before share one card, and their medals count", () => {
  const cards = showOf([
    award([["bo", 2]], { categoryId: "chef", isOut: true }),
    award([["bo", 2]], { categoryId: "wipeout" }),
    award([], { categoryId: "snore", isOut: true }),
  ]);
  expect(cards).toMatchObject([
    { kind: "title", awardCount: 1 },
    {
      kind: "crowned",
      awards: [
        { categoryId: "chef", winners: ["bo"] },
        { categoryId: "snore", winners: [] },
      ],
    },
    { kind: "award", categoryId: "wipeout", number: 1, awardCount: 1 },
    { kind: "place", rank: 1 },
    { kind: "best", winners: ["bo"], gold: 2 },
    { kind: "final", medals: [{ userId: "bo", gold: 2 }], photoIds: ["wave"] },
  ]);
});

test("the night belongs to those with most gold, and without gold to nobody", () => {
  const bestOf = (awards: readonly CountedAward[]) => showOf(awards).filter(({ kind }) => kind === "best");
  const ofBo = award([
    ["bo", 2],
    ["ana", 1],
  ]);
  const ofAna = award([["ana", 3]], { categoryId: "chef" });
  expect(bestOf([ofBo, ofAna])).toEqual([{ kind: "best", winners: ["ana", "bo"], gold: 1 }]);
  expect(bestOf([ofBo])).toEqual([{ kind: "best", winners: ["bo"], gold: 1 }]);
  expect(bestOf([award([])])).toEqual([]);
});

test("a host is told the kind of the next card, and how many awards have begun", () => {
  const cards = showOf([
    award([["bo", 2]], { categoryId: "chef", isOut: true }),
    award([
      ["ana", 3],
      ["bo", 2],
      ["cleo", 1],
    ]),
    award([], { categoryId: "snore" }),
  ]);
  expect(cards.map((_, position) => aheadOf(cards, position))).toEqual(
    (
      [
        ["crowned", 0],
        ["award", 0],
        ["third", 1],
        ["second", 1],
        ["winner", 1],
        ["award", 1],
        ["result", 2],
        ["best", 2],
        ["final", 2],
        [null, 2],
      ] as const
    ).map(([next, begun], position) => ({ position, next, award: begun, awardCount: 2 })),
  );
});

test("the same votes in another order give the same cards", () => {
  const tallies = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer({ min: 1, max: 4 })), {
    selector: ([name]) => name,
    maxLength: 12,
  });
  fc.assert(
    fc.property(tallies, fc.infiniteStream(fc.nat()), (votes, random) => {
      const shuffled = votes
        .map((vote) => ({ vote, key: random.next().value as number }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ vote }) => vote);
      expect(showOf([award(shuffled)])).toEqual(showOf([award(votes)]));
    }),
  );
});

test("the clock moves a show that moves by itself, and stops at its last card", () => {
  const cardAt = new Date("2026-07-12T20:00:00Z");
  const after = (seconds: number) => new Date(cardAt.getTime() + seconds * 1000);
  const show = { position: 2, cardAt, movesByItself: true, cardCount: 5 };
  expect(presentCard(show, after(-1))).toEqual({ position: 2, cardAt });
  expect(presentCard(show, after(7.9))).toEqual({ position: 2, cardAt });
  expect(presentCard(show, after(8))).toEqual({ position: 3, cardAt: after(8) });
  expect(presentCard(show, after(1000))).toEqual({ position: 4, cardAt: after(16) });
  expect(lastCardAt(show)).toEqual(after(16));
  expect(presentCard({ ...show, movesByItself: false }, after(1000))).toEqual({ position: 2, cardAt });
});
