import { expect, test } from "vitest";
import type { LikedPhoto } from "#contract/media-item.ts";
import { dealPhotos } from "./deal-photos.ts";
import type { Award } from "../queries.ts";

const person = (id: string) => ({ id, firstName: id, lastName: "Berg", bio: null, profileImageUrl: null });

const award = (id: string, ...winners: string[]): Award => ({
  category: { id, tripId: "trip", name: id, description: "", icon: "", color: "", order: 0 },
  leaderboard: [
    ...winners.map((name) => ({ user: person(name), voteCount: 2, rank: 1 })),
    { user: person("last"), voteCount: 1, rank: 1 + winners.length },
  ],
  receipt: null,
  votingProgress: { votesReceived: 3, totalVotesNeeded: 3, isComplete: true, isClosed: false, usersWhoHaventVoted: [] },
});

const photo = (id: string, by: string | null): LikedPhoto => ({
  id,
  filePath: `/objects/${id}`,
  caption: null,
  likes: 1,
  width: 600,
  height: 400,
  placeholder: null,
  uploader: by === null ? null : person(by),
  trip: null,
  squadId: null,
});

const dealt = (awards: readonly Award[], photos: readonly LikedPhoto[]) =>
  Object.fromEntries([...dealPhotos(awards, photos)].map(([award, { id }]) => [award, id]));

test("each award gets the best photo that is left of its own winners", () => {
  const photos = [photo("1", null), photo("2", "bo"), photo("3", "ana"), photo("4", "bo")];
  const awards = [award("wipeout", "bo"), award("chef", "cleo"), award("shot", "bo"), award("hat", "bo")];
  expect(dealt(awards, photos)).toEqual({ wipeout: "2", shot: "4" });
});

test("the photo that proved an award goes to it, and to no other", () => {
  const proved = { ...award("chef", "cleo"), receipt: { text: null, photo: photo("2", "bo") } };
  const photos = [photo("2", "bo"), photo("3", "bo")];
  expect(dealt([award("wipeout", "bo"), proved], photos)).toEqual({ wipeout: "3", chef: "2" });
});

test("an award that is shared gets the photo of any of its winners", () => {
  expect(dealt([award("wipeout", "ana", "bo"), award("chef", "bo")], [photo("1", "bo")])).toEqual({ wipeout: "1" });
});

test("an award without votes gets no photo", () => {
  expect(dealt([{ ...award("owl"), leaderboard: [] }], [photo("1", "bo")])).toEqual({});
});
