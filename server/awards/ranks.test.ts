import { describe, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { ranked } from "./ranks.ts";

const names = ["Ana", "ana", "Bo", "Åsa", "Zoe", "Éva", "Jonas"];
const cases = Array.from({ length: 300 }, (_, seed) => seed);

describe("ranks", () => {
  const randomEntries = (seed: number) => {
    const below = seeded(seed);
    return Array.from({ length: 1 + below(12) }, (_, i) => ({
      id: String(i),
      votes: below(5),
      user: below(9) === 0 ? null : { firstName: names[below(names.length)]!, lastName: String(below(3)) },
    }));
  };
  const nameOf = ({ user }: ReturnType<typeof randomEntries>[number]) =>
    user ? `${user.firstName} ${user.lastName}` : "Former crew member";

  test.each(cases)("are shared on ties, and the next ranks are skipped (case %i)", (seed) => {
    const entries = randomEntries(seed);
    const result = ranked(entries);
    const voted = entries.filter((entry) => entry.votes > 0);
    expect(result.map((entry) => entry.id).sort()).toEqual(voted.map((entry) => entry.id).sort());
    for (const entry of result) {
      expect(entry.rank).toBe(1 + voted.filter((other) => other.votes > entry.votes).length);
    }
    for (const [i, entry] of result.entries()) {
      const next = result[i + 1];
      if (!next) continue;
      expect(next.rank).toBeGreaterThanOrEqual(entry.rank);
      if (next.rank === entry.rank) {
        const order = nameOf(entry).localeCompare(nameOf(next), "en", { sensitivity: "base", numeric: true });
        expect(order).toBeLessThanOrEqual(0);
      }
    }
  });

  test("of two winners and a third are 1, 1, 3", () => {
    const entry = (votes: number, id: string) => ({ id, votes, user: { firstName: "A", lastName: "B" } });
    const result = ranked([entry(1, "a"), entry(4, "b"), entry(4, "c")]);
    expect(result.map(({ rank }) => rank)).toEqual([1, 1, 3]);
  });
});
