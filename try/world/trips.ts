import type { colors } from "#contract/categories.ts";
import type { Who } from "./people.ts";

export type SquadName = "dawn" | "sunday" | "cold";

export interface WorldSquad {
  readonly name: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly cover: string;
  /** The first one creates the squad. */
  readonly members: readonly [Who, ...Who[]];
}

interface WorldAward {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly color: (typeof colors)[number];
  /** The nominee of each crew member's vote, in the order of the crew; a dash for no vote yet. */
  readonly votes: readonly (Who | "-")[];
}

export interface WorldTrip {
  readonly name: string;
  /** Null for a squadless trip. */
  readonly squad: SquadName | null;
  readonly location: string;
  readonly description: string;
  /** First and last day, counted from today. */
  readonly days: readonly [number, number];
  readonly zone: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Null for a trip that wears its most liked photo, or a drawing if it has none. */
  readonly cover: string | null;
  readonly photos: number;
  /** The first one creates the trip. */
  readonly crew: readonly [Who, ...Who[]];
  readonly awards: readonly WorldAward[];
  /** Has an Awards Night this evening: nothing comes out before its creator starts the show. */
  readonly hasNight?: true;
  /** The crew has entered what it cost. */
  readonly hasCosts?: true;
}

export const squads: Readonly<Record<SquadName, WorldSquad>> = {
  dawn: {
    name: "Dawn Patrol",
    description:
      "Seven friends, one van, and a rule about coffee. In the water before the kettle boils, most of the time.",
    isPublic: false,
    cover: "dawn-patrol",
    members: ["ana", "bo", "cleo", "dora", "emil", "fay", "gus"],
  },
  sunday: {
    name: "Sunday Line-up",
    description: "Everybody who has a Sunday and a board. Beginners get the good waves, everybody gets pancakes.",
    isPublic: true,
    cover: "rack",
    members: ["bo", "ana", "dora", "emil", "gus", "hana", "ivo"],
  },
  cold: {
    name: "Cold Water Club",
    description: "Hats on, no excuses. The sauna is part of the plan.",
    isPublic: false,
    cover: "moonrise",
    members: ["cleo", "ana", "dora", "fay", "hana"],
  },
};

const award = (
  name: string,
  description: string,
  icon: string,
  color: WorldAward["color"],
  votes: string,
): WorldAward => ({
  name,
  description,
  icon: `fas fa-${icon}`,
  color,
  votes: votes.split(" ") as WorldAward["votes"],
});

/** Past trips, one that goes on today, and trips to come. */
export const trips: readonly WorldTrip[] = [
  {
    name: "Ericeira",
    squad: "dawn",
    location: "Ericeira, Portugal",
    description:
      "Six friends, nine boards, one oven. Coffee before waves, and the person who breaks the map cooks. Two awards wait for a single vote.",
    days: [-4, 4],
    zone: "Europe/Lisbon",
    latitude: 38.966,
    longitude: -9.418,
    cover: "barrel",
    photos: 96,
    crew: ["ana", "bo", "cleo", "dora", "emil", "fay"],
    hasCosts: true,
    awards: [
      award("Wave of the Trip", "The one everybody still talks about", "trophy", "yellow", "- bo bo fay bo bo"),
      award("Heart of the Crew", "Who held it all together", "heart", "pink", "dora - dora ana dora ana"),
      award("Best Wipeout", "Most spectacular, least injured", "water", "blue", "emil emil bo emil bo emil"),
      award("Camp Chef", "One oven, one pan, six hungry people", "fire", "orange", "dora fay dora fay fay dora"),
      award("Best Shot", "The photo that goes on the wall", "camera", "purple", "emil - emil cleo - -"),
      award("Sunburn of the Week", "Medium rare or well done", "sun", "red", "- emil - - - emil"),
      award("Loudest Laugh", "Heard from the line-up", "laugh", "green", "- - - - - -"),
    ],
  },
  {
    name: "Biarritz by Train",
    squad: null,
    location: "Biarritz, France",
    description: "Three days, three friends, no car. Boards from the shop on the corner.",
    days: [-22, -20],
    zone: "Europe/Paris",
    latitude: 43.483,
    longitude: -1.558,
    cover: null,
    photos: 30,
    crew: ["dora", "emil", "ana"],
    awards: [
      award("Best Pastry", "Judged blind, judged twice", "star", "orange", "emil ana emil"),
      award("Latest for the Train", "It waited. Once.", "laugh", "purple", "ana ana emil"),
    ],
  },
  {
    name: "Sopelana Weekend",
    squad: "sunday",
    location: "Sopelana, Spain",
    description: "The whole Sunday, but three days long.",
    days: [-67, -64],
    zone: "Europe/Madrid",
    latitude: 43.39,
    longitude: -2.992,
    cover: "line-up",
    photos: 54,
    crew: ["ana", "bo", "dora", "emil", "gus", "hana", "ivo"],
    hasNight: true,
    awards: [
      award(
        "Best First Wave",
        "Standing counts. Kneeling counts too.",
        "water",
        "blue",
        "hana hana hana hana hana gus hana",
      ),
      award("Pancake Flip", "Height, rotation, landing", "fire", "yellow", "gus gus gus bo bo gus gus"),
      award("Car Park Wisdom", "Knows where to put a van", "anchor", "black", "ivo ivo ivo ivo dora ivo dora"),
      award("Best Shot", "The photo that goes on the wall", "camera", "purple", "emil emil hana hana emil emil emil"),
    ],
  },
  {
    name: "Lofoten in the Dark",
    squad: "cold",
    location: "Unstad, Norway",
    description: "Four hours of light, six millimetres of neoprene, one sauna.",
    days: [-283, -277],
    zone: "Europe/Oslo",
    latitude: 68.267,
    longitude: 13.582,
    cover: "milky-way",
    photos: 54,
    crew: ["cleo", "ana", "dora", "fay", "hana"],
    hasCosts: true,
    awards: [
      award("Bluest Lips", "Before the sauna", "fish", "blue", "hana cleo hana hana cleo"),
      award("Sauna Hero", "Stayed longest, said least", "fire", "red", "fay fay fay cleo fay"),
      award("Northern Star", "Saw the lights first", "star", "green", "ana dora ana dora dora"),
      award("Worst Excuse", "For staying in bed", "laugh", "brown", "dora ana - ana dora"),
    ],
  },
  {
    name: "Arrifana",
    squad: "dawn",
    location: "Arrifana, Portugal",
    description: "Where it began: a borrowed van and a map that was upside down.",
    days: [-401, -394],
    zone: "Europe/Lisbon",
    latitude: 37.294,
    longitude: -8.865,
    cover: "van",
    photos: 60,
    crew: ["ana", "bo", "cleo", "dora", "emil", "gus"],
    awards: [
      award("Best Wipeout", "Most spectacular, least injured", "water", "blue", "bo cleo bo cleo bo bo"),
      award("Upside-Down Map", "For navigation", "anchor", "brown", "dora dora dora dora gus dora"),
      award("Camp Chef", "One oven, one pan, six hungry people", "fire", "orange", "gus gus gus gus gus ana"),
      award(
        "Newest Legend",
        "Came for the weekend, stayed in the stories",
        "star",
        "green",
        "emil emil ana emil cleo cleo",
      ),
    ],
  },
  {
    name: "Hossegor",
    squad: "sunday",
    location: "Hossegor, France",
    description: "Two vans, one swell, pancakes on Sunday as always.",
    days: [12, 16],
    zone: "Europe/Paris",
    latitude: 43.665,
    longitude: -1.44,
    cover: null,
    photos: 0,
    crew: ["ana", "bo", "gus", "hana", "ivo"],
    awards: [
      award("Best First Wave", "Standing counts. Kneeling counts too.", "water", "blue", "- - - - -"),
      award("Pancake Flip", "Height, rotation, landing", "fire", "yellow", "- - - - -"),
    ],
  },
  {
    name: "Taghazout",
    squad: "dawn",
    location: "Taghazout, Morocco",
    description: "Winter sun, long rights, mint tea. Flights are booked, boards are not.",
    days: [41, 50],
    zone: "Africa/Casablanca",
    latitude: 30.545,
    longitude: -9.709,
    cover: "palms",
    photos: 0,
    crew: ["cleo", "ana", "bo", "emil", "fay"],
    awards: [award("Best Haggler", "Mint tea for free counts double", "trophy", "yellow", "- - - - -")],
  },
];

/** Photos in the album of this squad, outside its trips. */
export const squadAlbum = { squad: "sunday", photos: 6, days: [-14, 0] } as const;
