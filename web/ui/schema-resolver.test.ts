import { expect, test } from "vitest";
import { z } from "zod";
import { SquadEdit } from "#contract/squads.ts";
import { resolverOf } from "./schema-resolver.ts";

const asked = { fields: {}, shouldUseNativeValidation: false };

test("valid values return as the schema parses them", async () => {
  const resolve = resolverOf(z.object({ name: z.string().trim() }));
  expect(await resolve({ name: " Ana " }, undefined, asked)).toEqual({ values: { name: "Ana" }, errors: {} });
});

test("a field shows its first problem", async () => {
  const resolve = resolverOf(z.object({ name: z.string().min(2, "Too short").regex(/a/, "No a") }));
  const { errors } = await resolve({ name: "b" }, undefined, asked);
  expect(errors).toMatchObject({ name: { message: "Too short" } });
});

test("a union shows its own sentence, not one of its members'", async () => {
  const { errors } = await resolverOf(SquadEdit)({ name: "Dawn Patrol", photoUrl: "no link" }, undefined, asked);
  expect(errors).toMatchObject({ photoUrl: { message: "Please enter a valid URL or leave empty" } });
});
