import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type Client, type TestApp, openTestApp } from "../app.ts";
import { callerOf, targetOf } from "../call-target.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../site-admins.ts";
import { type Cast, type World, castOf, newWorld } from "../world.ts";

let swell: TestApp;
let cast: Cast;
let rita: Client;
let world: World;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
  cast = await castOf(swell);
  world = await newWorld(swell, cast, false);
});
afterAll(() => swell.close());

const withBody = (Object.keys(calls) as CallName[]).filter((name) => "body" in calls[name]);

function send(name: CallName, body: unknown) {
  const { verb, url } = targetOf(name, world, cast);
  return callerOf(name, cast, rita)[verb](url, body);
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  /** An object field accepts unknown fields, so an odd object is no error. */
  readonly isObject: boolean;
}

function fieldsOf(name: CallName): Field[] {
  const body = (calls[name] as Endpoint).body!;
  const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const inner = (schema.anyOf?.find((option) => typeof option === "object" && "properties" in option) ??
    schema) as typeof schema;
  return Object.keys(inner.properties ?? {}).map((field) => ({
    name: field,
    required: inner.required?.includes(field) ?? false,
    isObject: isObject(inner.properties?.[field]),
  }));
}

const isObject = (schema: unknown) =>
  typeof schema === "object" && schema !== null && "type" in schema && schema.type === "object";

describe.each(withBody)("%s", (name) => {
  test.each([[null], [7], ["text"], [true], [[]], [[{}]]])("refuses %j instead of an object", async (body) => {
    const { status, body: answer } = await send(name, JSON.stringify(body));
    // A plain string is sent without a JSON content type, hence 415.
    expect([400, 415]).toContain(status);
    expect(answer["error"]).toEqual(expect.any(String));
  });

  const fields = fieldsOf(name);
  if (fields.some((field) => field.required)) {
    test("names each missing field", async () => {
      const { status, body } = await send(name, {});
      expect(status).toBe(400);
      const named = (body["issues"] as unknown as { path: string }[]).map((issue) => issue.path);
      expect(named).toEqual(
        expect.arrayContaining(fields.filter((field) => field.required).map((field) => field.name)),
      );
    });
  }

  for (const field of fields) {
    // A password may contain any character, since it is only hashed.
    const oddText = ["password", "current"].includes(field.name) ? [] : [["a NUL", "a\u0000b"] as const];
    test.each<readonly [string, unknown]>([
      ...(field.isObject ? [] : [["an object", { a: { b: 1 } }] as const]),
      ["a list", [[1], "x"]],
      ["far too long", "x".repeat(200_000)],
      ...oddText,
    ])(`refuses ${field.name} when it is %s`, async (_, value) => {
      const { status, body } = await send(name, { [field.name]: value });
      expect(status).toBe(400);
      expect((body["issues"] as unknown as { path: string }[]).some((issue) => issue.path.startsWith(field.name))).toBe(
        true,
      );
    });
  }
});

test.each(["q", "cursor", "limit"])("an invalid %s is not a server error", async (field) => {
  const urls = (Object.keys(calls) as CallName[])
    .filter((name) => name.startsWith("GET ") && "query" in calls[name])
    .map((name) =>
      name
        .slice(4)
        .replace(
          ":id",
          name.includes("/squads/") ? world.squad : name.includes("/categories/") ? world.category : world.trip,
        ),
    );
  expect(urls.length).toBeGreaterThan(5);
  for (const url of urls) {
    for (const value of ["%00", "a%00b", "-1", "9".repeat(30), "%F0%9F%8F%84", "x".repeat(500), "';--"]) {
      const { status } = await cast.crew.get(`${url}?${field}=${value}`);
      expect([200, 400, 403, 404]).toContain(status);
    }
  }
});

test("none of these requests changed anything", async () => {
  const trip = await cast.crew.get(`/api/trips/${world.trip}`);
  expect(trip.body["trip"]).toMatchObject({ name: "Ericeira", location: "Portugal", memberCount: 2, categoryCount: 1 });
  const squad = await cast.admin.get(`/api/squads/${world.squad}`);
  expect(squad.body["squad"]).toMatchObject({ name: "Dawn Patrol", memberCount: 4, isPublic: false });
});
