import type { PhotoReaction } from "#contract/talk.ts";
import type { FriendName } from "./friends.ts";

/** A photo of the demo trip. Its JPEG is `photos/<name>.jpg`, which also tells when, where and by which camera it was taken. */
export interface DemoPhoto {
  readonly name: string;
  readonly by: FriendName;
  readonly caption: string | null;
  readonly likedBy: readonly FriendName[];
  /** Its comments, oldest first. */
  readonly said: readonly Said[];
  readonly reactions: readonly { readonly by: FriendName; readonly emoji: PhotoReaction }[];
}

interface Said {
  readonly by: FriendName;
  readonly text: string;
}

const says = (by: FriendName, text: string): Said => ({ by, text });

/** What friends say about some of the photos. */
const talk: Readonly<Record<string, readonly Said[]>> = {
  van: [says("Kai", "It will be fine, I said."), says("Rosa", "You said that about the oven too.")],
  barrel: [
    says("Kai", "Four seconds. Somebody write that down."),
    says("Jonas", "Two."),
    says("Tomo", "I counted two and a half, and a scream."),
  ],
  sardines: [says("Lupe", "The map is forgiven. The salt is not.")],
  rainbow: [says("Tomo", "We missed it. We were playing cards.")],
  "last-sunset": [says("Rosa", "Same van?"), says("Jonas", "Let’s talk about the van.")],
};

/** Who reacted to some of the photos: "Kai 🔥, Rosa 😂". */
const reactions: Readonly<Record<string, string>> = {
  van: "Rosa 😂, Tomo 😮",
  barrel: "Jonas 🔥, Lupe 🏄, Tomo 🔥",
  sardines: "Kai 👏, Lupe 👏",
  "milky-way": "Kai 😮, Rosa 😮",
  "last-sunset": "Kai 🏄",
};

const photo = (name: string, by: FriendName, likedBy: string, caption: string | null): DemoPhoto => ({
  name,
  by,
  caption,
  likedBy: likedBy.split(" ") as FriendName[],
  said: talk[name] ?? [],
  reactions: (reactions[name]?.split(", ") ?? []).map((one) => {
    const [friend, emoji] = one.split(" ") as [FriendName, PhotoReaction];
    return { by: friend, emoji };
  }),
});

/** The photos of the trip, oldest first. */
export const photos: readonly DemoPhoto[] = [
  photo("road-trip", "Lupe", "Kai Tomo", "Eight hours, one playlist, no regrets."),
  photo("van", "Jonas", "Kai Rosa Lupe Tomo", "The van made it. Barely."),
  photo("terns", "Rosa", "Jonas", null),
  photo("campfire", "Tomo", "Kai Rosa Jonas Lupe", "Campfire parliament. Motion to skip breakfast: denied."),
  photo("first-light", "Kai", "Rosa Jonas Lupe Tomo", "First light. Nobody out."),
  photo("coffee", "Lupe", "Kai Rosa Jonas", "Coffee before waves. No exceptions."),
  photo("barrel", "Rosa", "Kai Jonas Lupe Tomo", "Kai, deep and dry. He will tell you about it."),
  photo("line-up", "Tomo", "Rosa Lupe", "Line-up at ten. We are the ones in the wrong place."),
  photo("sardines", "Jonas", "Kai Rosa Lupe Tomo", "Jonas cooks. Jonas is forgiven for the map."),
  photo("shade", "Kai", "Rosa Tomo", "Rosa found the only shade in Portugal."),
  photo("golden-hour", "Lupe", "Kai Rosa Jonas", "One last one, he said. Six more followed."),
  photo("cliffs", "Jonas", "Lupe", null),
  photo("tide-pools", "Rosa", "Kai Lupe", "Low tide labyrinth. Spot the resident."),
  photo("wax", "Tomo", "Jonas", "Wax on."),
  photo("palms", "Kai", "Rosa Lupe Tomo", "Palms doing palm things."),
  photo("milky-way", "Lupe", "Kai Rosa Jonas Tomo", "No filter, no moon, no sleep."),
  photo("rain-day", "Jonas", "Tomo", "Rain day. Cards, soup, and an argument about tides."),
  photo("rainbow", "Rosa", "Kai Jonas Lupe Tomo", "And then this, for about a minute."),
  photo("duck-dive", "Tomo", "Kai Rosa Lupe", "Under the set. Quiet down here."),
  photo("lighthouse", "Lupe", "Jonas", "The end of the world. Gift shop was closed."),
  photo("moonrise", "Kai", "Rosa Tomo", null),
  photo("rack", "Jonas", "Kai Lupe", "Nine boards, six people, no plan."),
  photo("dawn-patrol", "Rosa", "Kai Jonas Lupe Tomo", "Dawn patrol, at dusk. We overslept."),
  photo("last-sunset", "Tomo", "Kai Rosa Jonas Lupe", "Same time next year."),
];

/** The photos at the top of the trip and of the squad. */
export const covers = { trip: "barrel", squad: "dawn-patrol" } as const;
