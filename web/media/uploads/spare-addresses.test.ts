import { expect, test } from "vitest";
import { openSpares } from "./spare-addresses.ts";

const minute = 60_000;

test("an address that came with another one is given to one file, of the same person", () => {
  const spares = openSpares();
  spares.keep("ana", ["/a", "/b"], 0);
  expect(spares.take("bo", 1)).toBeUndefined();
  expect([spares.take("ana", 1), spares.take("ana", 2), spares.take("ana", 3)]).toEqual(["/a", "/b", undefined]);
});

test("an address that has lain for minutes is not used any more", () => {
  const spares = openSpares();
  spares.keep("ana", ["/old"], 0);
  spares.keep("ana", ["/new"], 3 * minute);
  expect([spares.take("ana", 6 * minute), spares.take("ana", 6 * minute)]).toEqual(["/new", undefined]);
});

test("when one of them is refused, the others go too", () => {
  const spares = openSpares();
  spares.keep("ana", ["/a"], 0);
  spares.forget();
  expect(spares.take("ana", 1)).toBeUndefined();
});
