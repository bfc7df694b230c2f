import { expect, test } from "vitest";
import type { OverallRanking } from "#contract/awards.ts";
import { tiedWords } from "./tied-words.ts";

const line = (rank: number, name: string | null): OverallRanking => {
  const [firstName = "", lastName = "Berg"] = (name ?? "").split(" ");
  const user = name === null ? null : { id: name, firstName, lastName, bio: null, profileImageUrl: null };
  return { user, totalVotes: 1, rank };
};
/** A podium of three ranks, and these people with as many votes as the third. */
const tiedWithThird = (...names: (string | null)[]) =>
  tiedWords([line(1, "Ana"), line(2, "Bo"), ...["Cleo", ...names].map((name) => line(3, name)), line(9, "Zoe")]);

test("a few people who tie with the last on the podium are named", () => {
  expect(tiedWithThird("Emil")).toBe("Emil has as many as third place");
  expect(tiedWithThird("Emil", "Ana Lopes", null)).toBe(
    "Emil, Ana Lopes and Former crew member have as many as third place",
  );
  expect(tiedWithThird("Emil", "Finn", "Gus", "Hana")).toBe("4 more have as many as third place");
});

test("a podium that four people share tells that for its own place", () => {
  const shared = ["Ana", "Bo", "Cleo", "Dora"].map((name) => line(1, name));
  expect(tiedWords(shared)).toBe("Dora has as many as first place");
});

test("nothing is told where everybody has room", () => {
  expect(tiedWithThird()).toBeUndefined();
  expect(tiedWords([line(1, "Ana")])).toBeUndefined();
});
