import { expect, test } from "vitest";
import { forScreen, newCode, readCode } from "./tv.ts";

const id = "0190a5b0-0000-7000-8000-000000000000";

test("a screen gets its own picture addresses and nothing personal", () => {
  const person = { firstName: "Ana", bio: "Lives in a van.", profileImageUrl: `/objects/${id}` };
  const photo = { filePath: `/objects/${id}`, uploader: person };
  const { shown, pictures } = forScreen({
    trip: { coverUrl: "https://photos.example/cover.jpg" },
    winners: [person],
    photo,
  });
  const address = `/api/tv/pictures/${id}`;
  expect(shown).toEqual({
    trip: { coverUrl: null },
    winners: [{ firstName: "Ana", bio: null, profileImageUrl: address }],
    photo: { filePath: address, uploader: null },
  });
  expect([...pictures]).toEqual([id]);
});

test("no text of a page names a picture", () => {
  for (const address of [`/objects/${id}`, `/api/tv/pictures/${id}`, `"/api/tv/pictures/${id}"`]) {
    const texts = {
      name: address,
      firstName: address,
      description: address,
      caption: address,
      text: address,
      bio: address,
    };
    expect([...forScreen({ trip: texts, winners: [texts], receipt: { text: address } }).pictures]).toEqual([]);
  }
});

test("codes differ, and are read in any way of typing", () => {
  expect(new Set(Array.from({ length: 50 }, newCode)).size).toBe(50);
  expect(readCode(" ab-c 234 ")).toBe("ABC234");
});
