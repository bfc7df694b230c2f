import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pageNames } from "#contract/pages.ts";

// Modules listen to the window when they load.
beforeAll(() => void vi.stubGlobal("addEventListener", () => undefined));
afterAll(() => void vi.unstubAllGlobals());

test("every page of the contract has code for members and for visitors", async () => {
  const { pagesForMembers } = await import("./pages-for-members.tsx");
  const { visitorApp } = await import("./visitor-app.tsx");
  for (const pages of [pagesForMembers, visitorApp.pages])
    expect(Object.keys(pages).toSorted()).toEqual(pageNames.toSorted());
});
