import { expect, test } from "vitest";
import { ApiError } from "../../core/api.ts";
import { orSay } from "./or-say.ts";

const after = (error: unknown) => Promise.reject(error).catch(orSay("Invalid email or password"));
const wordless = new ApiError(500, "internal", "Something went wrong. Please try again.");
const refusal = new ApiError(401, "wrong_credentials", "Please try another password.");
const offline = new ApiError(0, "offline", "You seem to be offline.");

test("a refusal without words gets the sentence, and keeps its status", async () => {
  await expect(after(wordless)).rejects.toMatchObject({ status: 500, message: "Invalid email or password" });
});

test.each([refusal, offline])("an error with words of its own keeps them", async (error) => {
  await expect(after(error)).rejects.toBe(error);
});
