import { describe, expect, it } from "vitest";
import { hashtagsOf } from "./hashtags.ts";

describe("the hashtags of a trip", () => {
  it("come from its location, plus two for every trip", () => {
    expect(hashtagsOf("Ericeira, Portugal")).toEqual(["#Ericeira", "#Portugal", "#SurfTrip", "#GoodVibes"]);
  });

  it("join words and keep letters of any script", () => {
    expect(hashtagsOf("ribeira d’Ilhas")[0]).toBe("#RibeiraDIlhas");
    expect(hashtagsOf("São Tomé / Príncipe").slice(0, 2)).toEqual(["#SãoTomé", "#Príncipe"]);
    expect(hashtagsOf("千葉")[0]).toBe("#千葉");
  });

  it("leave out repeats, and text without letters", () => {
    expect(hashtagsOf("!!!, ,")).toEqual(["#SurfTrip", "#GoodVibes"]);
    expect(hashtagsOf("surf trip")).toEqual(["#SurfTrip", "#GoodVibes"]);
    expect(hashtagsOf("Bali, Bali, Indonesia")).toEqual(["#Bali", "#SurfTrip", "#GoodVibes"]);
  });
});
