import { expect, test } from "vitest";
import { photoAddressOf } from "./photo-address.ts";

const origin = "https://swell.example";
const path = "/objects/0190a5b0-0000-7000-8000-000000000000";

test.each([
  ["", ""],
  [path, path],
  [`${origin}${path}`, path],
  [`${origin}${path}?size=large`, path],
  ["https://photos.example/wave.jpg?w=800#x", "https://photos.example/wave.jpg?w=800#x"],
  [`https://elsewhere.example${path}`, `https://elsewhere.example${path}`],
])("%j is saved as %j", (typed, saved) => {
  expect(photoAddressOf(typed, origin)).toBe(saved);
});

test.each([`${origin}/squads`, `${origin}/objects/wave.jpg`, `${origin}/`])("%s is refused", (typed) => {
  expect(() => photoAddressOf(typed, origin)).toThrow("Failed to normalize photo URL");
});
