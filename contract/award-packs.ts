/** The packs of ready-made awards, in the order in which pages offer them. */
export const packNames = {
  surf: "Surf",
  ski: "Ski",
  city: "City",
  festival: "Festival",
  "road-trip": "Road Trip",
  family: "Family",
  "stag-and-hen": "Stag & Hen",
} as const;

/** A pack, as calls and the keys of its awards name it. */
export type PackKey = keyof typeof packNames;
export const packKeys = Object.keys(packNames) as [PackKey, ...PackKey[]];

/** Three of the ten awards of each pack, to choose by. */
export const packSamples: Readonly<Record<PackKey, readonly [string, string, string]>> = {
  surf: ["Best Wipeout", "Dawn Patrol", "Camp Chef"],
  ski: ["Best Yard Sale", "First Chair", "Soggiest Socks"],
  city: ["Human Compass", "Best Bite", "Rain Dancer"],
  festival: ["Dance Floor Legend", "Snack Angel", "Mud Ballet"],
  "road-trip": ["DJ of the Road", "Best Detour", "Snack Captain"],
  family: ["Breakfast Hero", "Biggest Splash", "Nap Champion"],
  "stag-and-hen": ["Best Moves", "Best Speech", "Last One Smiling"],
};
