import { expect, test } from "vitest";
import { TvEvent, TvPage } from "#contract/tv.ts";
import { forScreen, newCode, readCode } from "./tv.ts";

const id = "0190a5b0-0000-7000-8000-000000000000";
const address = `/api/tv/pictures/${id}`;

/** More than any schema names, at each depth. */
const more = { secret: "Nobody in the room may see this", bio: "Lives in a van.", uploader: { firstName: "Bo" } };
const person = { id, firstName: "Ana", lastName: "Lopes", profileImageUrl: `/objects/${id}`, ...more };
const photo = {
  id,
  filePath: `/objects/${id}`,
  caption: null,
  width: 3,
  height: 2,
  placeholder: null,
  likes: 3,
  ...more,
};
const category = { id, name: "Best Wipeout", description: "", icon: "", color: "blue", ...more };
const winner = {
  kind: "place",
  category,
  rank: 1,
  winners: [person, null],
  votes: 3,
  receipt: { text: null, photo, ...more },
  titlesInRow: null,
  takesItFrom: [person],
  ...more,
};
const bonus = { kind: "bonus", rule: "paparazzo", title: "", figure: "", winners: [person], photo, ...more };
const medals = [{ user: person, gold: 1, silver: 0, bronze: 0, ...more }];
const final = { kind: "final", medals, photos: [photo], ...more };
const crowned = { kind: "crowned", awards: [{ category, winners: [person, null], ...more }], ...more };
const best = { kind: "best", winners: [person, null], gold: 2, ...more };
const title = { kind: "title", crew: [person], awardCount: 1, ...more };
const cards = [title, bonus, crowned, winner, best, final];
const cardAt = "2026-07-04T20:00:00.000Z";
const pageWith = (card: object | null, trip = {}) => ({
  trip: { id, name: "Peniche", squad: { id, name: "Dawn Patrol", ...more }, coverUrl: null, ...more, ...trip },
  night: {
    startsAt: cardAt,
    stage: "live",
    missing: [person],
    show: card && { position: 0, cardAt, movesByItself: false, isLast: false, card, ...more },
    ...more,
  },
  crew: [person],
  ...more,
});

test.each(cards)("a screen gets the fields of its schema and no others on the card $kind", (card) => {
  const page = forScreen(TvPage, pageWith(card));
  const event = forScreen(TvEvent, { scope: "trip", id, kind: "night", show: pageWith(card).night.show, ...more });
  for (const { shown, pictures } of [page, event]) {
    expect(JSON.stringify(shown)).not.toMatch(/secret|bio|uploader|missing|scope|likes|objects/);
    expect([...pictures]).toEqual([id]);
  }
  expect(page.shown.crew).toEqual([{ id, firstName: "Ana", lastName: "Lopes", profileImageUrl: address }]);
});

test("a screen gets addresses of its own for pictures, and none of other sites", () => {
  const { shown } = forScreen(TvPage, pageWith(winner, { coverUrl: "https://photos.example/cover.jpg" }));
  expect(shown.trip.coverUrl).toBeNull();
  expect(shown.night.show?.card).toMatchObject({
    winners: [{ profileImageUrl: address }, null],
    receipt: { photo: { filePath: address } },
  });
});

test("no text of a page names a picture", () => {
  const faceless = { ...person, profileImageUrl: null };
  for (const text of [`/objects/${id}`, address, `"${address}"`]) {
    const named = { ...faceless, firstName: text, lastName: text };
    const award = { ...category, name: text, description: text, icon: text };
    const receipt = { text, photo: null };
    const card = { ...winner, category: award, winners: [named], takesItFrom: [named], receipt };
    const page = { ...pageWith(card, { name: text, squad: { id, name: text } }), crew: [named] };
    expect([...forScreen(TvPage, page).pictures]).toEqual([]);
  }
});

test("codes differ, and are read in any way of typing", () => {
  expect(new Set(Array.from({ length: 50 }, newCode)).size).toBe(50);
  expect(readCode(" ab-c 234 ")).toBe("ABC234");
});
