import { expect, test } from "vitest";
import { whoGave } from "./words.ts";

const someone = (id: string, firstName: string) => ({ id, firstName, lastName: "Berg", profileImageUrl: null });

test("each reaction says who gave it, and how many more", () => {
  const reactions = {
    mine: null,
    counts: [
      { emoji: "🔥", count: 4 },
      { emoji: "👏", count: 1 },
    ],
    people: [
      { ...someone("1", "Ana"), emoji: "🔥" },
      { ...someone("2", "Bo"), emoji: "🔥" },
      { ...someone("3", "Cleo"), emoji: "👏" },
    ],
  } as const;
  const given = { ...reactions, counts: [...reactions.counts], people: [...reactions.people] };
  expect(whoGave("🔥", given)).toBe("Ana Berg, Bo Berg and 2 others");
  expect(whoGave("👏", given)).toBe("Cleo Berg");
  expect(whoGave("😂", given)).toBeNull();
});
