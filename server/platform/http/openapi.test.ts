import { expect, test } from "vitest";
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
  ]);
});

test("each call has an id of its own and a tag", () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(operations.length);
  expect(ids).toContain("getTripsByIdMedia");
  for (const { operationId, tags } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(tags).toEqual([expect.stringMatching(/^[a-z-]+$/)]);
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
