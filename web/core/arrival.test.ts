import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("an anchor names an element, and a malformed anchor names none", async () => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { getElementById: (id: string) => (id === "the crew" ? "section" : null) });
  const { findAnchor } = await import("./arrival.ts");
  expect(findAnchor("#the%20crew")).toBe("section");
  expect(findAnchor("#%")).toBeNull();
});
