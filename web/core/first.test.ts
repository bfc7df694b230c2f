import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropFirstAnswers, dropFirstAnswersLater, keepFirstAnswers, seeFirst, takeFirst } from "./first.ts";

beforeEach(() => {
  vi.useFakeTimers();
  keepFirstAnswers({
    user: null,
    at: 0,
    isReturning: false,
    answers: {
      "/api/squads": { body: [{ id: "1" }], headers: { link: '</api/squads?cursor=1>; rel="next"' } },
      "/api/trips": { body: [], headers: {} },
    },
  });
  dropFirstAnswersLater();
});
afterEach(() => {
  dropFirstAnswers();
  vi.useRealTimers();
});

test("the first call gets the document's answer, and the second asks the server", async () => {
  const found = takeFirst("GET", "/api/squads")!;
  expect(await found.json()).toEqual([{ id: "1" }]);
  expect(found.headers.get("link")).toContain("cursor=1");
  expect(takeFirst("GET", "/api/squads")).toBeUndefined();
});

test("a call that changes something drops all answers of the document", () => {
  expect(takeFirst("POST", "/api/squads")).toBeUndefined();
  expect(takeFirst("GET", "/api/trips")).toBeUndefined();
});

test("a page that draws from an answer leaves it for the first call", () => {
  expect(seeFirst("/api/trips")?.body).toEqual([]);
  expect(takeFirst("GET", "/api/trips")).toBeDefined();
  expect(seeFirst("/api/trips")).toBeUndefined();
});

test("the answers of the document expire after ten seconds", () => {
  vi.advanceTimersByTime(10_000);
  expect(takeFirst("GET", "/api/trips")).toBeUndefined();
});
