import { expect, test } from "vitest";
import { z } from "zod";
import { SquadEdit } from "#contract/squads.ts";
import { resolverOf } from "./schema-resolver.ts";

const asked = { fields: {}, shouldUseNativeValidation: false };

test("what fits comes back as the schema makes it", async () => {
  const resolve = resolverOf(z.object({ name: z.string().trim() }));
  expect(await resolve({ name: " Ana " }, undefined, asked)).toEqual({ values: { name: "Ana" }, errors: {} });
});

test("a field hears the first thing that is wrong with it", async () => {
  const resolve = resolverOf(z.object({ name: z.string().min(2, "Too short").regex(/a/, "No a") }));
  const { errors } = await resolve({ name: "b" }, undefined, asked);
  expect(errors).toMatchObject({ name: { message: "Too short" } });
});

test("a choice of forms answers with its own sentence, not with that of one form", async () => {
  const { errors } = await resolverOf(SquadEdit)({ name: "Dawn Patrol", photoUrl: "no link" }, undefined, asked);
  expect(errors).toMatchObject({ photoUrl: { message: "Please enter a valid URL or leave empty" } });
});
