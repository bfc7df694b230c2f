import { describe, expect, test } from "vitest";
import { type Title, shelvesOf } from "./cabinet.ts";

const title = (name: string, trip: string, ...winners: string[]): Title => ({
  category: { id: `${name} ${trip}`, name, icon: "fas fa-trophy", color: "blue" },
  ancestor: name,
  trip: { id: trip, name: trip },
  winners,
});

const latestFirst = [
  title("Wipeout", "Peniche", "ana"),
  title("Chef", "Peniche", "bo"),
  title("Wipeout", "Biarritz", "ana", "bo"),
  title("Wipeout", "Ericeira", "ana"),
];
const brief = (by: "trip" | "award" | "person") =>
  shelvesOf(latestFirst, by).map(({ key, titles }) => [
    key,
    ...titles.map(({ category, times }) => `${times} × ${category.id}`),
  ]);

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
});
