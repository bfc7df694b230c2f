import { expect, test } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { openRecentImages } from "./recent-images.ts";

const image = {
  id: "photo",
  purpose: "gallery",
  fileName: "wave.jpg",
  fileType: "image/jpeg",
  fileSize: 1000,
  sha256: "00",
  width: 600,
  height: 400,
  renditionType: "image/jpeg",
  state: "ready",
  isAnimated: false,
} as const;
const album = { squadId: "squad", tripId: "trip" };
const view = { userId: "bo", mayHaveOriginal: true, isOpenToAll: false };
const session = Buffer.from("bo's session");

/** A store in which Bo has just seen a photo, and its clock. */
function seen() {
  const clock = { now: 10_000 };
  const recent = openRecentImages(() => clock.now);
  const look = () => {
    const began = recent.begin();
    return () => {
      began.keepPhoto(image, album);
      began.keepView(session, album, view);
    };
  };
  look()();
  return { clock, recent, look };
}
const hint = (id: string, kind: LiveEvent["kind"] = "members") => ({ scope: "squad", id, kind }) as const;

test("a session that saw an album sees its photos without a question", () => {
  const { recent } = seen();
  expect(recent.find(session, "photo")).toEqual({ ...image, mayHaveOriginal: true, isOpenToAll: false });
  for (const other of [null, Buffer.from("cleo's session")]) expect(recent.find(other, "photo")).toBeNull();
  expect(recent.find(session, "another photo")).toBeNull();
});

test.each(["squad", "trip", "bo"])("a hint about the %s drops what is kept about it", (id) => {
  const { clock, recent } = seen();
  clock.now += 1;
  recent.note(hint(id));
  expect(recent.find(session, "photo")).toBeNull();
});

test("hints about others, votes, cards and reactions drop nothing", () => {
  const { clock, recent } = seen();
  clock.now += 1;
  recent.note(hint("another squad"));
  for (const kind of ["vote", "revealed", "night", "reaction", "here"] as const) recent.note(hint("trip", kind));
  expect(recent.find(session, "photo")).not.toBeNull();
});

test("an answer of a statement that began before a hint is not used", () => {
  const { clock, recent, look } = seen();
  const arrive = look();
  clock.now += 1;
  recent.note(hint("squad"));
  arrive();
  expect(recent.find(session, "photo")).toBeNull();
  clock.now += 1;
  look()();
  expect(recent.find(session, "photo")).not.toBeNull();
});

test("the two seconds count from the beginning of the statement", () => {
  const { clock, recent, look } = seen();
  const arrive = look();
  clock.now += 1999;
  arrive();
  expect(recent.find(session, "photo")).not.toBeNull();
  clock.now += 1;
  expect(recent.find(session, "photo")).toBeNull();
});

test("old hints are forgotten, and recent ones are not", () => {
  const { clock, recent, look } = seen();
  for (let n = 0; n < 3000; n++) recent.note(hint(`squad ${n}`));
  const arrive = look();
  clock.now += 1;
  recent.note(hint("squad"));
  for (let n = 0; n < 3000; n++) recent.note(hint(`squad ${n}`));
  arrive();
  expect(recent.find(session, "photo")).toBeNull();
});
