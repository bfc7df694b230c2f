import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { openTestApp } from "../testing/app.ts";
import { openApi } from "./openapi.ts";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
}

const description = openApi();
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...(operation as Operation) })),
);

test("the description marks the required query parameters, and no others", () => {
  const required = operations.flatMap(({ call, parameters }) =>
    parameters.filter((one) => one.in === "query" && one.required).map(({ name }) => `${call} ${name}`),
  );
  expect(required.toSorted()).toEqual([
    "get /api/google-photos/media sessionId",
    "get /api/invitations place",
    "get /api/no-mail to",
    "get /api/squads/{id}/media/position photo",
    "get /api/trips/{id}/media/position photo",
    "post /no-mail to",
    "put /api/uploads/{id} expires",
    "put /api/uploads/{id} signature",
  ]);
});

test("each call has an id of its own and a tag", () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(ids).toContain("getTripsByIdMedia");
  for (const { operationId, tags } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(description.tags.map(({ name }) => name)).toContain(tags[0]);
  }
});

test("each reference leads to a named schema, and each schema is used", () => {
  const text = JSON.stringify(description);
  const used = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
  const named = Object.keys(description.components.schemas);
  expect([...new Set(used)].toSorted()).toEqual(named.toSorted());
  expect(description.components.schemas["GetSquadsReply"]).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/Squad" },
  });
});

test("each number in a body has a largest value that the database can store", () => {
  const unbounded: string[] = [];
  const walk = (node: unknown, at: string) => {
    if (typeof node !== "object" || node === null) return;
    const { type, maximum } = node as { type?: unknown; maximum?: unknown };
    if ([type].flat().some((one) => one === "integer" || one === "number"))
      if (typeof maximum !== "number" || maximum >= Number.MAX_SAFE_INTEGER) unbounded.push(at);
    for (const [key, inner] of Object.entries(node)) walk(inner, `${at} ${key}`);
  };
  for (const [name, { body }] of Object.entries(calls as Readonly<Record<string, Endpoint>>))
    if (body) walk(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }), name);
  expect(unbounded).toEqual([]);
});

test("the description follows the recommended rules of Redocly", async () => {
  const source = JSON.stringify(description);
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  // `/api/media/{id}/like` and `/api/media/zips/{id}` are clear to the router: an exact part wins.
  expect(problems.map(({ severity, ruleId }) => `${severity} ${ruleId}`)).toEqual(["warn no-ambiguous-paths"]);
});

test("the description has each address that the server answers, and no others", async () => {
  const { app, close } = await openTestApp({
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "swellmates",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_SLUG: "provider",
    METRICS_TOKEN: "a token that is long enough".replaceAll(" ", "-"),
  });
  await app.ready();
  const answered = routesOf(app.printRoutes({ commonPrefix: false }));
  await close();
  // Fastify answers HEAD for each GET; the description names it where clients use it.
  const described = operations.map(({ call }) =>
    call.replace("/api/auth/{provider}", "/api/auth/provider").replaceAll(/\{(\w+)\}/g, ":$1"),
  );
  const missing = answered.filter((call) => !described.includes(call) && !call.startsWith("head "));
  expect(missing).toEqual([]);
  expect(described.filter((call) => !answered.includes(call))).toEqual([]);
});

/** The routes in the tree that Fastify prints, each line a part of a path: `│   └── /:id (GET, HEAD)`. */
function routesOf(tree: string): string[] {
  const parts: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
    parts.splice(indent.length / 4, Infinity, part);
    return methods === "" ? [] : methods.split(", ").map((method) => `${method.toLowerCase()} ${parts.join("")}`);
  });
}
