import { expect, test } from "vitest";
import { ApiError } from "../../core/api.ts";
import { orSay } from "./or-say.ts";

const say = orSay("Invalid email or password");
const wordless = new ApiError(500, "internal", "Something went wrong. Please try again.", {
  isWordless: true,
});
const refusal = new ApiError(401, "wrong_credentials", "Please try another password.");
const offline = new ApiError(0, "offline", "You seem to be offline.");

test("a refusal without words gets the sentence, and keeps its status", () => {
  const words = expect.objectContaining({ status: 500, message: "Invalid email or password" });
  expect(() => say(wordless)).toThrow(words);
});

test.each([refusal, offline])("an error with words of its own keeps them: %s", (error) => {
  expect(() => say(error)).toThrow(error);
});
