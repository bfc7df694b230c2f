import { QueryClient, queryOptions } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { apiKept, shareKept } from "./api-unless.ts";

afterEach(() => vi.unstubAllGlobals());

const key = ["squads"];
const query = queryOptions({
  queryKey: key,
  queryFn: ({ client }) => apiKept(client, key, "GET /api/squads", {}),
  structuralSharing: shareKept,
});

/** Answers every call, and 304 to those that have the version. */
function serve(version: string, body: unknown) {
  const asked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const known = headers["if-none-match"] ?? null;
    asked.push(known);
    const etag = `"${version}"`;
    return known === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : Response.json(body, { headers: { etag } });
  });
  return asked;
}

test("an answer that has not changed stays the same object and is not sent again", async () => {
  const client = new QueryClient();
  const asked = serve("1", [{ id: "a" }]);
  const first = await client.fetchQuery(query);
  expect(await client.fetchQuery(query)).toBe(first);
  expect(asked).toEqual([null, '"1"']);
});

test("a changed answer replaces the old one and brings the next version", async () => {
  const client = new QueryClient();
  serve("1", [{ id: "a" }, { id: "b" }]);
  await client.fetchQuery(query);
  const [a] = client.getQueryData<unknown[]>(key)!;
  const asked = serve("2", [{ id: "a" }, { id: "c" }]);
  await client.fetchQuery(query);
  const changed = client.getQueryData<unknown[]>(key)!;
  expect(changed).toEqual([{ id: "a" }, { id: "c" }]);
  expect(changed[0]).toBe(a);
  await client.fetchQuery(query);
  expect(asked).toEqual(['"1"', '"2"']);
});

test("an answer that the page has changed is asked for whole", async () => {
  const client = new QueryClient();
  const asked = serve("1", [{ id: "a" }]);
  await client.fetchQuery(query);
  client.setQueryData(key, [] as never);
  expect(await client.fetchQuery(query)).toEqual([{ id: "a" }]);
  expect(asked).toEqual([null, null]);
});
