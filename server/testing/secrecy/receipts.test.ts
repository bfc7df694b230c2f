import { afterAll, beforeAll, expect, test } from "vitest";
import { beginNight, playNight } from "./planned-night.ts";
import { type Person, type TwoWorlds, openTwoWorlds, readsOf } from "./two-worlds.ts";

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds.close());

const list = "/api/trips/{trip}/receipts";
/** The answer is shuffled, so it is compared in the order of its texts. */
const sorted = (body: unknown) => ({
  receipts: (body as { text: string }[]).toSorted((a, b) => (a.text < b.text ? -1 : 1)),
});

// Bo and Cleo attach the same two receipts, and in the second world each attaches that of the other. `npm test` runs this although it is
// slow: any call can tell an author.
test("two worlds with other authors of receipts tell nobody apart", { timeout: 120_000 }, async () => {
  const people = await beginNight(worlds, ["Ana", "Bo", "Cleo", "Dora"]);
  const [ana, bo, cleo, dora] = people as [Person, Person, Person, Person];
  const attach = (who: Person, ...texts: readonly [string, string]) =>
    worlds.call({
      method: "POST",
      path: "/api/categories/{award}/receipts",
      who,
      body: { nomineeId: dora.id },
      differing: [{ text: texts[0] }, { text: texts[1] }],
    });
  const [byBo, byCleo] = [await attach(bo, "Twice", "Once"), await attach(cleo, "Once", "Twice")];
  worlds.name("twice", { status: 201, bodies: [byBo.bodies[0], byCleo.bodies[1]] });
  worlds.name("once", { status: 201, bodies: [byCleo.bodies[0], byBo.bodies[1]] });
  const heart = { method: "PUT", path: "/api/receipts/{once}/heart" } as const;
  for (const who of [ana, bo, dora]) await worlds.call({ ...heart, who });

  const reads = readsOf({ trips: ["{trip}"], categories: ["{award}"], squads: ["{squad}"] }).filter(
    (path) => !path.startsWith("/api/account"),
  );
  expect(reads).toContain(list);
  const compareReads = async (readers: readonly (Person | null)[]) => {
    for (const who of readers)
      for (const path of reads)
        await worlds.call({ method: "GET", path, who, ...(path === list && { without: sorted }) });
    worlds.compareHints();
  };
  await compareReads([ana, dora, null]);
  // The author alone learns that a receipt is theirs.
  await expect(compareReads([bo])).rejects.toThrow("/rece");
  await expect(worlds.compareTables()).rejects.toThrow();

  const vote = { method: "POST", path: "/api/categories/{award}/vote", body: { nomineeId: dora.id } } as const;
  for (const who of people) await worlds.call({ ...vote, who });
  await worlds.call({ method: "POST", path: "/api/trips/{trip}/night/close", who: ana, body: {} });
  await worlds.compareTables();
  await compareReads(people);
  await playNight(worlds, ana);
  await worlds.compareTables();
  await compareReads(people);
});
