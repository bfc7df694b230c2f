import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { refusals } from "#contract/refusal-texts.ts";
import { type Client, type Reply, type TestApp, openTestApp } from "../app.ts";
import { callerOf, targetOf } from "../call-target.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../site-admins.ts";
import { expectPlainWords } from "../plain-words.ts";
import { type Cast, type World, castOf, newWorld } from "../world.ts";

let swell: TestApp;
let cast: Cast;
let rita: Client;
let world: World;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
  cast = await castOf(swell);
});
beforeEach(async () => {
  // Calls may change what they are sent to, so each has a world of its own.
  world = await newWorld(swell, cast, false);
});
afterAll(() => swell.close());

const names = Object.keys(calls) as CallName[];
const json = { "content-type": "application/json" };

function expectWords(reply: Reply, sent: string) {
  expect(reply.status, `${sent}: ${reply.text}`).toBeLessThan(500);
  if (reply.status >= 400) expectPlainWords(reply.body, sent);
}

const wrong: readonly unknown[] = [
  7,
  -1.5,
  1e300,
  "",
  "?",
  "x".repeat(200_000),
  [],
  [7],
  [{}],
  {},
  { a: 1 },
  null,
  true,
];
const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60);
const bodyFields = (body: Endpoint["body"]): string[] => {
  const object = body instanceof z.ZodOptional ? body.unwrap() : body;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
};

describe.each(names)("%s", (name) => {
  const endpoint: Endpoint = calls[name];
  /** Signing out and deleting end the session of the sender. */
  const caller = async (): Promise<Client> =>
    name === "POST /api/logout" || name === "DELETE /api/account" ? swell.person("zoe") : callerOf(name, cast, rita);

  test("answers nothing, {} and wrong types in words for people", async () => {
    const who = await caller();
    const { verb, url } = targetOf(name, world, cast);
    const fields = bodyFields(endpoint.body);
    const bodies = endpoint.body
      ? [...wrong, {}, ...fields.flatMap((field) => wrong.map((value) => ({ [field]: value })))]
      : [];
    for (const body of bodies) {
      const reply = await who[verb](url, JSON.stringify(body), json);
      expectWords(reply, `${name} ${brief(body)}`);
      if (endpoint.access !== "visitor") expect(reply.status).not.toBe(401);
    }
    for (const field of Object.keys(endpoint.query?.shape ?? {})) {
      for (const value of ["", "?", "-1.5", "1e300", "%00", "%ED%A0%80", "x".repeat(3000)]) {
        expectWords(await who[verb](`${url}?${field}=${value}`), `${name}?${field}=${value.slice(0, 60)}`);
        expectWords(await who[verb](`${url}?${field}=${value}&${field}=1`), `${name}?${field} twice`);
      }
    }
  });

  test("treats an empty JSON body as no body", async () => {
    const { verb, url } = targetOf(name, world, cast);
    if (verb === "get") return;
    const announced = await (await caller())[verb](url, "", { ...json, "content-length": "0" });
    expectWords(announced, name);
    world = await newWorld(swell, cast, false);
    const plain = await (await caller())[verb](targetOf(name, world, cast).url);
    expect(announced.status).toBe(plain.status);
  });

  if (endpoint.params) {
    test("answers 404 for an id that is no id, however long", async () => {
      const [method, path] = name.split(" ") as [string, string];
      const who = callerOf(name, cast, rita);
      const verb = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
      for (const id of ["x", "null", "%00", `${world.trip}0`, "x".repeat(201), "x".repeat(20_000)]) {
        const reply = await who[verb](
          path.replace(":id", id).replace(":userId", id).replace(":intoId", id),
          verb === "get" ? undefined : {},
        );
        expect([id.slice(0, 60), reply.status, reply.body["code"]]).toEqual([id.slice(0, 60), 404, "not_found"]);
        if (name.endsWith("/join")) expect(reply.body["error"]).toBe(refusals.squad_not_joinable);
      }
    });
  }
});
