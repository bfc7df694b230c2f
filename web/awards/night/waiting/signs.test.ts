import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exchangeSigns, stillHere } from "./signs.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The signs of Ana's page: of each, whether it asks. */
function anasPage() {
  const sent: boolean[] = [];
  return { sent, signs: exchangeSigns("ana", (asks) => sent.push(asks)) };
}

test("a page asks until it hears its own sign, then repeats it every 20 seconds", () => {
  const { sent, signs } = anasPage();
  signs.ask();
  vi.advanceTimersByTime(2000 + 4000);
  expect(sent).toEqual([true, true, true]);
  signs.hear("ana", true);
  vi.advanceTimersByTime(19_999);
  expect(sent).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([true, true, true, false]);
  signs.end();
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(4);
});

test("a page answers once to all who ask in one moment, and to nobody else", () => {
  const { sent, signs } = anasPage();
  signs.ask();
  signs.hear("ana", true);
  signs.hear("bo", false);
  vi.advanceTimersByTime(1500);
  expect(sent).toEqual([true]);
  for (const person of ["bo", "cleo", "bo"]) signs.hear(person, true);
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(1500);
  expect(sent).toEqual([true, false]);
  signs.hear("dora", true);
  vi.advanceTimersByTime(1500);
  expect(sent).toEqual([true, false, false]);
});

test("the own sign does not put off an answer", () => {
  const { sent, signs } = anasPage();
  signs.ask();
  signs.hear("bo", true);
  signs.hear("ana", true);
  vi.advanceTimersByTime(1500);
  expect(sent).toEqual([true, false]);
});

test("somebody without a sign for 45 seconds is here no more", () => {
  const here = new Map([
    ["ana", 1000],
    ["bo", 20_000],
  ]);
  expect(stillHere(here, 45_999)).toBe(here);
  expect([...stillHere(here, 46_000).keys()]).toEqual(["bo"]);
});
