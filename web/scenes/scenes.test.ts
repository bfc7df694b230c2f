import { expect, test } from "vitest";
import { scenes } from "./scenes.ts";
import text from "#contract/scenes.svg?raw";

test("the sheet has a view for each drawing, and no other", () => {
  const views = [...text.matchAll(/<view id="(.+?)"/g)].map(([, name]) => name);
  expect(Object.values(scenes).map((address) => address.split("#")[1])).toEqual(views);
});
