import { expect, test } from "vitest";
import { defaultDescription, ownDescription } from "./squad-description.ts";

test("the default description of a squad is not its own, and any other one is", () => {
  const name = "Wax & Regrets";
  expect(ownDescription({ name, description: defaultDescription(name) })).toBe("");
  expect(ownDescription({ name, description: "Coffee before waves." })).toBe("Coffee before waves.");
  expect(ownDescription({ name, description: "Another crew" })).toBe("Another crew");
});
