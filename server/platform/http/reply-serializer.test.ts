import { createRequire } from "node:module";
import { expect, test } from "vitest";

test("replies are serialised by the fast-json-stringify that Fastify brings", () => {
  const ours = createRequire(import.meta.url);
  const compiler = createRequire(ours.resolve("fastify")).resolve("@fastify/fast-json-stringify-compiler");
  expect(ours.resolve("fast-json-stringify")).toBe(createRequire(compiler).resolve("fast-json-stringify"));
});
