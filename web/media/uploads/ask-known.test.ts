import { afterEach, expect, it, vi } from "vitest";
import { askKnown } from "./ask-known.ts";

afterEach(() => vi.unstubAllGlobals());

it("asks about many files in one request, and at most about a hundred", async () => {
  const asked: string[][] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const { sha256 } = JSON.parse(body) as { sha256: string[] };
    asked.push(sha256);
    return Response.json({ known: sha256.filter((sum) => sum.endsWith("7")) });
  });
  const sums = Array.from({ length: 230 }, (_, n) => String(n));
  const known = await Promise.all(sums.map((sum) => askKnown({ tripId: "t" }, sum)));
  expect(sums.filter((_, n) => known[n])).toEqual(sums.filter((sum) => sum.endsWith("7")));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 30]);
  expect(await askKnown({ squadId: "t" }, "7")).toBe(true);
  expect(asked).toHaveLength(4);
});

it("asks again after a request that failed", async () => {
  const answers = [Promise.reject(new TypeError("no connection")), Promise.resolve(Response.json({ known: ["1"] }))];
  vi.stubGlobal("fetch", () => answers.shift());
  await expect(askKnown({ tripId: "u" }, "1")).rejects.toThrow("offline");
  expect(await askKnown({ tripId: "u" }, "1")).toBe(true);
});
