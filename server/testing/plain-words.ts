import { expect } from "vitest";
import type { Problem } from "#contract/problems.ts";

/** Words of zod's messages, which no person should read. */
const validatorWords = /Invalid|expected|received|ISO|Too (big|small)|Unrecognized|pattern|NaN|undefined/;

/** Checks that a refusal has the error form, and holds only sentences for people. */
export function expectPlainWords(refusal: unknown, sent = ""): void {
  expect(refusal, sent).toEqual(expect.objectContaining({ error: expect.any(String), code: expect.any(String) }));
  const { error, issues = [] } = refusal as Problem;
  for (const sentence of [error, ...issues.map(({ message }) => message)])
    if (sentence !== "Invalid email or password") expect(sentence, sent).not.toMatch(validatorWords);
}
