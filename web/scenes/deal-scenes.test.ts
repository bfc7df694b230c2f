import { expect, test } from "vitest";
import { dealScenes } from "./deal-scenes.ts";
import { sceneOf } from "./scenes.ts";

const newId = () => crypto.randomUUID();
const lists = Array.from({ length: 200 }, () => {
  const squads = [newId(), newId(), null];
  return Array.from({ length: 30 }, (_, i) => ({ id: newId(), squadId: squads[i % 3]! }));
});

test("a trip never has the drawing of its squad", () => {
  for (const list of lists)
    for (const [index, scene] of dealScenes(list).entries()) {
      const { squadId } = list[index]!;
      if (squadId) expect([scene, sceneOf(list[index]!)]).not.toContain(sceneOf({ id: squadId }));
    }
});

test("a card has another drawing than the cards beside and above it", () => {
  for (const list of lists) {
    const dealt = dealScenes(list);
    for (const [index, scene] of dealt.entries())
      expect(dealt.slice(Math.max(0, index - 3), index)).not.toContain(scene);
  }
});

test("a list that grows at its end keeps its drawings", () => {
  for (const list of lists) {
    const dealt = dealScenes(list);
    for (const shown of [1, 7, 12]) {
      const first = dealScenes(list.slice(0, shown));
      expect([...first, ...dealScenes(list.slice(shown), first)]).toEqual(dealt);
    }
  }
});
