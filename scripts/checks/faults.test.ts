import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faultNames } from "../../server/platform/faults/faults.ts";

test("the guide says of each fault what to do", async () => {
  const guide = await readFile(new URL("../../docs/self-hosting.md", import.meta.url), "utf8");
  const [, section = ""] = guide.split("\n## Faults\n");
  const rows = section.split("\n## ")[0]!.matchAll(/^\| `(\w+)` +\| (.+)\|$/gm);
  const described = [...rows].filter(([, , text = ""]) => text.trim().length > 80).map(([, name]) => `${name}`);
  expect(described.toSorted()).toEqual(faultNames.toSorted());
});
