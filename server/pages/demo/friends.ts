/** An invented person of the demo, and how they felt about the trip. */
export interface Friend {
  readonly firstName: string;
  readonly lastName: string;
  readonly bio: string;
  readonly mood: string;
  readonly excitement: number;
}

export const friends = {
  Kai: {
    firstName: "Kai",
    lastName: "Mendes",
    bio: "Reads the swell chart before the news. Owns one fork.",
    mood: "stoked",
    excitement: 9,
  },
  Rosa: {
    firstName: "Rosa",
    lastName: "Tan",
    bio: "Will paddle out in anything. Will nap anywhere.",
    mood: "salty and happy",
    excitement: 10,
  },
  Jonas: {
    firstName: "Jonas",
    lastName: "Berg",
    bio: "Cook, driver, holder of the map. The map is upside down.",
    mood: "sunburnt",
    excitement: 7,
  },
  Lupe: {
    firstName: "Lupe",
    lastName: "Ortiz",
    bio: "Film camera, cold water, loud opinions on coffee.",
    mood: "needs coffee",
    excitement: 6,
  },
  Tomo: {
    firstName: "Tomo",
    lastName: "Ishii",
    bio: "Quiet until there is a campfire.",
    mood: "one more wave",
    excitement: 8,
  },
} as const satisfies Readonly<Record<string, Friend>>;

export type FriendName = keyof typeof friends;
export const friendNames = Object.keys(friends) as FriendName[];
