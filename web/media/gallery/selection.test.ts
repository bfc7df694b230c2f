import { describe, expect, it } from "vitest";
import { choose, countOf, everything, isChosen, nothing, toggle } from "./selection.ts";

describe("a selection", () => {
  it("of a few photos holds their ids", () => {
    const some = toggle(choose(nothing, ["a", "b", "c"], true), "b");
    expect(["a", "b", "c", "d"].filter((id) => isChosen(some, id))).toEqual(["a", "c"]);
    expect(countOf(some, 20_000)).toBe(2);
  });

  it("of all but a few photos holds only the ids of those", () => {
    const most = toggle(choose(everything, ["a", "b"], false), "b");
    expect(["a", "b", "never seen"].filter((id) => isChosen(most, id))).toEqual(["b", "never seen"]);
    expect(countOf(most, 20_000)).toBe(19_999);
    expect(countOf(choose(most, ["a"], true), 20_000)).toBe(20_000);
  });
});
