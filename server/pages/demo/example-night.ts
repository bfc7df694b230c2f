// Decision 109: why everybody may watch a night of invented people.
import { createHash } from "node:crypto";
import type { Calls } from "#contract/calls.ts";
import type { Category } from "#contract/categories.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { LikedPhoto } from "#contract/media-item.ts";
import type { Person } from "#contract/people.ts";
import { chooseBonus, morningStart } from "../../awards/nights/bonus/rules.ts";
import { presentCards } from "../../awards/nights/cards.ts";
import { type CountedAward, buildShow } from "../../awards/nights/show.ts";
import { type DemoAward, type Nominee, awards } from "./awards.ts";
import { sharedIdOf, winnerOf } from "./demo.ts";
import { type FriendName, friendNames, friends } from "./friends.ts";
import { type PhotoFacts, readPhotoFacts } from "./photo-files.ts";
import { covers, photos } from "./photos.ts";
import { squad, trip } from "./words.ts";

type ExampleNight = Answer<Calls["GET /api/public/night"]>;

/** An id that is the same on each server, and of nothing in a database. */
const idOf = (what: string): string => sharedIdOf(createHash("sha256").update(what).digest("hex"));
const personId = (name: Nominee): string => idOf(`person ${name}`);
const photoId = (name: string): string => idOf(`photo ${name}`);
const categoryId = ({ name }: Pick<DemoAward, "name">): string => idOf(`award ${name}`);
const receiptId = ({ name }: Pick<DemoAward, "name">): string => idOf(`receipt ${name}`);
const pictureOf = (name: string): string => `/example/${name}`;

/** The five invented people, and the viewer, who is called "You". */
const crew: readonly Nominee[] = [...friendNames, "me"];
const tripId = idOf("trip");

let made: Promise<ExampleNight> | undefined;

/** The show of the example, from the demo's own words and photos alone: no database, and the same cards for everybody. */
export const exampleNight = (): Promise<ExampleNight> => (made ??= makeNight());

async function makeNight(): Promise<ExampleNight> {
  const facts = await readPhotoFacts();
  const people = friendNames.map((name) => factsOf(name, facts));
  const asked = { people, crewCount: crew.length, awardCount: awards.length, firstDone: personId("Rosa") };
  const cards = buildShow({
    crew: crew.map(personId),
    awards: awards.map(countedAward),
    photoIds: mostLiked().map(({ name }) => photoId(name)),
    showsCounts: true,
    bonus: chooseBonus(asked, []).map((award) => ({ kind: "bonus" as const, ...award })),
  });
  const named = namedIn(facts);
  return {
    trip: {
      id: tripId,
      name: trip.name,
      squad: { id: idOf("squad"), name: squad.name },
      coverUrl: pictureOf(covers.trip),
    },
    cards: await presentCards({ named: async () => named }, cards),
  };
}

/** The photos beside the medal table. */
const mostLiked = () => photos.toSorted((a, b) => b.likedBy.length - a.likedBy.length).slice(0, 6);

function countedAward(award: DemoAward): CountedAward {
  const tallies = [...Map.groupBy(award.votes, (nominee) => nominee)];
  return {
    categoryId: categoryId(award),
    isOut: !award.isOpen,
    isUncounted: false,
    hidesCounts: false,
    tallies: tallies.map(([nominee, votes]) => ({ nomineeId: personId(nominee), votes: votes.length })),
    champions: [],
    receipts: new Map(award.proof ? [[personId(winnerOf(award)), receiptId(award)]] : []),
  };
}

/** What the photos of a friend tell for the bonus awards. */
function factsOf(name: FriendName, facts: Readonly<Record<string, PhotoFacts>>) {
  const own = photos.filter(({ by }) => by === name);
  const mornings = own.map((photo) => ({ minute: morningMinute(facts[photo.name]!), photoId: photoId(photo.name) }));
  const best = own.toSorted((a, b) => b.likedBy.length - a.likedBy.length)[0]!;
  return {
    userId: personId(name),
    photos: own.length,
    clocked: 0,
    medianMinute: null,
    earliest: mornings.toSorted((a, b) => a.minute - b.minute)[0]!,
    highest: null,
    likes: own.reduce((sum, { likedBy }) => sum + likedBy.length, 0),
    mostLikedId: photoId(best.name),
    filmMs: 0,
    longestFilmId: null,
  };
}

const dayMinutes = 24 * 60;

/** When a photo was taken by the clock of its place, in minutes since `morningStart`. */
function morningMinute({ found }: PhotoFacts): number {
  const taken = new Date(found.takenAt!);
  const minute = taken.getUTCHours() * 60 + taken.getUTCMinutes() + (found.utcOffset ?? 0);
  return (minute - morningStart + dayMinutes) % dayMinutes;
}

/** What the cards name, as a database would find it. */
function namedIn(facts: Readonly<Record<string, PhotoFacts>>) {
  const shown = new Map(photos.map((photo) => [photo.name, photoOf(photo.name, photo.caption, facts[photo.name]!)]));
  return {
    people: new Map(crew.map((name) => [personId(name), personOf(name)])),
    categories: new Map(awards.map((award, order) => [categoryId(award), categoryOf(award, order)])),
    photos: new Map([...shown.values()].map((photo) => [photo.id, photo])),
    receipts: new Map(
      awards.flatMap((award) => {
        const { proof } = award;
        if (!proof) return [];
        const receipt =
          "photo" in proof ? { text: null, photo: shown.get(proof.photo) ?? null } : { text: proof.text, photo: null };
        return [[receiptId(award), receipt] as const];
      }),
    ),
  };
}

function personOf(name: Nominee): Person {
  const { firstName, lastName, bio } = name === "me" ? { firstName: "You", lastName: "", bio: null } : friends[name];
  return { id: personId(name), firstName, lastName, bio, profileImageUrl: null };
}

const categoryOf = (award: DemoAward, order: number): Category => ({
  id: categoryId(award),
  tripId,
  name: award.name,
  description: award.description,
  icon: award.icon,
  color: award.color,
  order,
});

const photoOf = (name: string, caption: string | null, { found, placeholder }: PhotoFacts): LikedPhoto => ({
  id: photoId(name),
  filePath: pictureOf(name),
  caption,
  likes: 0,
  width: found.width,
  height: found.height,
  placeholder,
  uploader: null,
  trip: null,
  squadId: null,
});
