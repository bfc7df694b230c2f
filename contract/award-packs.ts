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
