import { describe, expect, test } from "vitest";
import { type SquadAward, type Title, shelvesOf } from "./cabinet.ts";

const award = (name: string, trip: string): SquadAward => ({
  category: { id: `${name} ${trip}`, name, icon: "fas fa-trophy", color: "blue" },
  ancestor: name,
  trip: { id: trip, name: trip, year: 2026 },
});
const title = (name: string, trip: string, ...winners: string[]): Title => ({ ...award(name, trip), winners });

const latestFirst = [
  title("Wipeout", "Peniche", "ana"),
  title("Chef", "Peniche", "bo"),
  title("Wipeout", "Biarritz", "ana", "bo"),
  title("Wipeout", "Ericeira", "ana"),
];
const open = [award("Chef", "Lagos"), award("Nap", "Lagos"), award("Nap", "Peniche")];
const brief = (by: "trip" | "award" | "person") =>
  shelvesOf(latestFirst, open, by).map(({ key, titles }) => [
    key,
    ...titles.map(({ category, times }) => `${times} × ${category.id}`),
  ]);
const gaps = (by: "trip" | "award" | "person") =>
  shelvesOf(latestFirst, open, by).map((shelf) => shelf.open.map(({ category }) => category.id));

describe("a trophy cabinet", () => {
  test("by trip has one shelf for each trip, latest first", () => {
    expect(brief("trip")).toEqual([
      ["Peniche", "1 × Wipeout Peniche", "1 × Chef Peniche"],
      ["Biarritz", "1 × Wipeout Biarritz"],
      ["Ericeira", "1 × Wipeout Ericeira"],
    ]);
  });

  test("by award has the winners of each title over the trips", () => {
    expect(brief("award")).toEqual([
      ["Wipeout", "1 × Wipeout Peniche", "1 × Wipeout Biarritz", "1 × Wipeout Ericeira"],
      ["Chef", "1 × Chef Peniche"],
    ]);
  });

  test("by person counts how often each person won each title", () => {
    expect(brief("person")).toEqual([
      ["ana", "3 × Wipeout Peniche"],
      ["bo", "1 × Chef Peniche", "1 × Wipeout Biarritz"],
    ]);
  });

  test("counts titles in a row, and of a tie the longest row", () => {
    const [wipeout] = shelvesOf(latestFirst, [], "award");
    expect(wipeout!.titles.map(({ titlesInRow }) => titlesInRow)).toEqual([3, 2, 1]);
    const rowsOf = shelvesOf(latestFirst, [], "person").map(({ titles }) => titles.map((one) => one.titlesInRow));
    expect(rowsOf).toEqual([[3], [1, 1]]);
    const lost = [title("Wipeout", "Lagos", "bo"), ...latestFirst];
    expect(shelvesOf(lost, [], "award")[0]!.titles.map(({ titlesInRow }) => titlesInRow)).toEqual([1, 3, 2, 1]);
  });

  test("has open awards on shelves of their trip or title, and on none of their own", () => {
    expect(gaps("trip")).toEqual([["Nap Peniche"], [], []]);
    expect(gaps("award")).toEqual([[], ["Chef Lagos"]]);
    expect(gaps("person")).toEqual([[], []]);
  });
});
