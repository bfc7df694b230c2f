import { expect, test } from "vitest";
import { partsOf } from "./medals.ts";

/** A table of people, with this much gold each. */
const table = (...golds: readonly number[]) =>
  golds.map((gold, i) => ({ name: `No. ${i + 1}`, paint: 0, photo: null, gold, silver: 0, bronze: 1 }));

const sizesOf = (golds: readonly number[], shape: "portrait" | "landscape") => {
  const { first, below, beside, more } = partsOf(table(...golds), shape);
  return [first.length, below.length, beside.length, more];
};

test("a wide table stands in two halves: six people are three and three", () => {
  expect(sizesOf([3, 2, 2, 1, 1, 0], "landscape")).toEqual([1, 2, 3, 0]);
  expect(sizesOf([3, 2, 2, 1, 0], "landscape")).toEqual([1, 2, 2, 0]);
  expect(sizesOf([3], "landscape")).toEqual([1, 0, 0, 0]);
});

test("a tall table is one column", () => {
  expect(sizesOf([3, 2, 2, 1, 1, 0], "portrait")).toEqual([1, 5, 0, 0]);
});

test("those who share the most gold stand first, three at most, and nobody twice", () => {
  expect(sizesOf([2, 2, 1, 0], "landscape")).toEqual([2, 0, 2, 0]);
  expect(sizesOf([1, 1, 1, 1, 1], "landscape")).toEqual([3, 0, 2, 0]);
  expect(sizesOf([1, 1], "landscape")).toEqual([2, 0, 0, 0]);
});

test("people without room are counted", () => {
  expect(sizesOf(Array.from({ length: 30 }, () => 0).with(0, 4), "portrait")).toEqual([1, 6, 0, 23]);
  expect(sizesOf(Array.from({ length: 30 }, () => 0).with(0, 4), "landscape")).toEqual([1, 4, 5, 20]);
});
