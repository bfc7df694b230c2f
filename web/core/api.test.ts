import { afterEach, describe, expect, test, vi } from "vitest";
import { addressOf } from "#contract/call.ts";
import { page } from "../ui/page.ts";
import { ApiError, api, apiPage, nextCursor, sentenceOf, serverTextOf } from "./api.ts";
import { apiUnless } from "./api-unless.ts";

const answering = (make: () => Response | Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(async () => make());
  vi.stubGlobal("fetch", fetched);
  return fetched;
};
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a call's URL encodes its parameters and omits undefined ones", () => {
  expect(addressOf("GET /api/trips/:id/media", { params: { id: "a/b" }, query: { cursor: undefined } })).toBe(
    "/api/trips/a%2Fb/media",
  );
  expect(addressOf("GET /api/public/squads", { query: { q: "a&b", limit: 3 } })).toBe(
    "/api/public/squads?q=a%26b&limit=3",
  );
});

test("a body is sent as JSON; without a body there is no content type", async () => {
  const fetched = answering(() => json({ deleted: true }));
  await api("POST /api/trips/:id/leave", { params: { id: "7" }, body: { confirm: "x" } });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("/api/trips/7/leave");
  expect(init).toMatchObject({
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: '{"confirm":"x"}',
  });
  await api("GET /api/squads");
  expect(fetched.mock.calls[1]?.[1]?.headers).toEqual({});
});

test("a page that is loaded ahead reads, and changes nothing before it is opened", async () => {
  const tab = { prerendering: true, onprerenderingchange: () => {} };
  vi.stubGlobal("document", tab);
  vi.resetModules();
  const { api } = await import("./api.ts");
  const fetched = answering(() => json({}));
  await api("GET /api/squads");
  const joined = api("POST /api/trips/:id/join", { params: { id: "7" }, body: {} });
  await new Promise((done) => setTimeout(done));
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(["/api/squads"]);
  // Other tests share this module.
  tab.prerendering = false;
  vi.resetModules();
  tab.onprerenderingchange();
  await joined;
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(["/api/squads", "/api/trips/7/join"]);
});

test("each call names the person of the page, and a visitor's page nobody", async () => {
  const fetched = answering(() => json([]));
  page.headers = { "swellmates-person": "7" };
  await api("GET /api/squads");
  await apiPage("GET /api/squads");
  await apiUnless("GET /api/dashboard", "etag", {});
  await api("POST /api/media/delete", { body: { ids: ["1"] }, keepalive: true });
  page.headers = {};
  await api("GET /api/squads");
  const named = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("swellmates-person"));
  expect(named).toEqual(["7", "7", "7", "7", null]);
});

test("the page is told of each 401, and whether the caller keeps it open", async () => {
  const refused: unknown[] = [];
  page.onRefused = async (...asked) => void refused.push(asked);
  answering(() => json({ error: "Please log in first.", code: "not_signed_in" }, { status: 401 }));
  await expect(api("GET /api/squads")).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(api("GET /api/squads", { keepsPage: true })).rejects.toMatchObject({ code: "not_signed_in" });
  answering(() => json({ error: "No", code: "forbidden" }, { status: 403 }));
  await expect(api("GET /api/squads")).rejects.toMatchObject({ code: "forbidden" });
  delete page.onRefused;
  expect(refused).toEqual([
    ["not_signed_in", undefined],
    ["not_signed_in", true],
  ]);
});

test("an empty answer is undefined", async () => {
  answering(() => new Response(null, { status: 204 }));
  expect(await api("DELETE /api/trips/:id", { params: { id: "7" } })).toBeUndefined();
});

test("a page takes the next cursor from the Link header", async () => {
  answering(() => json([], { headers: { link: '</api/trips/7/media?limit=50&cursor=a%2Bb>; rel="next"' } }));
  expect(await apiPage("GET /api/trips/:id/media", { params: { id: "7" } })).toEqual({ rows: [], next: "a+b" });
  expect(nextCursor(null)).toBeNull();
  expect(nextCursor('</x?cursor=1>; rel="prev"')).toBeNull();
});

describe("the sentence of a failed call", () => {
  const failure = async () => {
    const error: unknown = await api("GET /api/squads").catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError)) throw new Error("expected an ApiError", { cause: error });
    return error;
  };

  test("is the server's, and comes with its code, fields and retry time", async () => {
    const issues = [{ path: "email", message: "Taken" }];
    answering(() =>
      json({ error: "Slow down", code: "too_many_requests", issues }, { status: 429, headers: { "retry-after": "7" } }),
    );
    expect(await failure()).toMatchObject({
      status: 429,
      code: "too_many_requests",
      message: "Slow down",
      issues,
      retryAfter: 7,
    });
    expect(serverTextOf(await failure())).toBe("Slow down");
  });

  test("is a general one when the answer is not from the server", async () => {
    answering(() => new Response("<html>Bad gateway</html>", { status: 502 }));
    expect(await failure()).toMatchObject({ status: 502, code: "internal", issues: [], retryAfter: undefined });
    expect(sentenceOf(await failure())).toBe("Something went wrong. Please try again.");
    expect(serverTextOf(await failure())).toBeUndefined();
  });

  test("names a lost connection or a timeout", async () => {
    answering(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failure()).toMatchObject({ status: 0, code: "offline" });
    expect(serverTextOf(await failure())).toBeUndefined();
    answering(() => Promise.reject(new DOMException("late", "TimeoutError")));
    expect(await failure()).toMatchObject({ status: 0, code: "timeout" });
  });
});

test("an aborted call rejects with the reason of its signal", async () => {
  const leaving = new AbortController();
  const reason = new Error("left the page");
  answering(() => {
    leaving.abort(reason);
    return Promise.reject(reason);
  });
  await expect(api("GET /api/squads", { signal: leaving.signal })).rejects.toBe(reason);
});
