import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { memberPaths, openPaths } from "#contract/pages.ts";

// Modules listen to the window when they load.
beforeAll(() => void vi.stubGlobal("addEventListener", () => undefined));
afterAll(() => void vi.unstubAllGlobals());

test("every path of the contract has a page for members and one for visitors", async () => {
  const { pagesForMembers } = await import("./pages-for-members.tsx");
  const { visitorApp } = await import("./visitor-app.tsx");
  const wanted = [...memberPaths, ...openPaths].toSorted();
  for (const pages of [pagesForMembers, visitorApp.pages])
    expect(pages.map(({ path }) => path).toSorted()).toEqual(wanted);
});
