import type { Shot, View } from "./drawing/draw.ts";
import type { FriendName } from "./friends.ts";

/** A photo of the demo trip: what was shot, by whom, with what words under it, and who liked it. */
export interface DemoPhoto extends Shot {
  readonly by: FriendName;
  readonly caption: string | null;
  readonly likedBy: readonly FriendName[];
}

const shapes = { wide: [1680, 1120], tall: [1200, 1600], square: [1400, 1400], long: [2000, 1000] } as const;

const cameras: Readonly<Record<FriendName, readonly [make: string, model: string]>> = {
  Kai: ["Halcyon", "H7"],
  Rosa: ["Norrsken", "N2 Pro"],
  Jonas: ["Halcyon", "H5"],
  Lupe: ["Fulmar", "Compact 35"],
  Tomo: ["Norrsken", "N1"],
};

/** Places of the trip, in degrees north and east. */
const places = {
  bay: [37.2953, -8.8663],
  cliff: [37.3021, -8.8701],
  camp: [37.2894, -8.8532],
  cape: [37.0229, -8.9963],
  road: [37.1902, -8.8911],
} as const;

/** When a photo was taken by the clock on the wall: day of September, hour and minute. */
type Moment = `${number} ${number}:${number}`;

const photo = (
  view: View,
  shape: keyof typeof shapes,
  moment: Moment,
  by: FriendName,
  place: keyof typeof places,
  caption: string | null,
  likedBy: string = "",
): DemoPhoto => {
  const [day, clock] = moment.split(" ") as [string, string];
  const [width, height] = shapes[shape];
  const [make, model] = cameras[by];
  const [north, east] = places[place];
  const taken = `2025:09:${day} ${clock}:${String(11 + ((view.length * 7) % 48))}`;
  const likes = likedBy === "" ? [] : (likedBy.split(" ") as FriendName[]);
  return { view, width, height, taken, offset: "+01:00", make, model, north, east, by, caption, likedBy: likes };
};

/** The photos of the trip, in the order they were taken. */
export const photos: readonly DemoPhoto[] = [
  photo("roadTrip", "wide", "13 15:42", "Lupe", "road", "Eight hours, one playlist, no regrets.", "Kai Tomo"),
  photo("van", "wide", "13 17:20", "Jonas", "cliff", "The van made it. Barely.", "Kai Rosa Lupe Tomo"),
  photo("terns", "wide", "13 19:26", "Rosa", "bay", null, "Jonas"),
  photo(
    "campfire",
    "wide",
    "13 21:48",
    "Tomo",
    "camp",
    "Campfire parliament. Motion to skip breakfast: denied.",
    "Kai Rosa Jonas Lupe",
  ),
  photo("firstLight", "wide", "14 07:04", "Kai", "bay", "First light. Nobody out.", "Rosa Jonas Lupe Tomo"),
  photo("coffee", "tall", "14 07:31", "Lupe", "camp", "Coffee before waves. No exceptions.", "Kai Rosa Jonas"),
  photo(
    "barrel",
    "wide",
    "14 09:12",
    "Rosa",
    "bay",
    "Kai, deep and dry. He will tell you about it.",
    "Kai Jonas Lupe Tomo",
  ),
  photo(
    "lineUp",
    "square",
    "14 10:03",
    "Tomo",
    "bay",
    "Line-up at ten. We are the ones in the wrong place.",
    "Rosa Lupe",
  ),
  photo(
    "sardines",
    "square",
    "14 13:15",
    "Jonas",
    "camp",
    "Jonas cooks. Jonas is forgiven for the map.",
    "Kai Rosa Lupe Tomo",
  ),
  photo("shade", "tall", "14 14:40", "Kai", "bay", "Rosa found the only shade in Portugal.", "Rosa Tomo"),
  photo("goldenHour", "wide", "14 19:11", "Lupe", "bay", "One last one, he said. Six more followed.", "Kai Rosa Jonas"),
  photo("cliffs", "wide", "15 11:22", "Jonas", "cliff", null, "Lupe"),
  photo("tidePools", "wide", "15 12:08", "Rosa", "bay", "Low tide labyrinth. Spot the resident.", "Kai Lupe"),
  photo("wax", "tall", "15 16:05", "Tomo", "camp", "Wax on.", "Jonas"),
  photo("palms", "tall", "15 19:44", "Kai", "camp", "Palms doing palm things.", "Rosa Lupe Tomo"),
  photo("milkyWay", "tall", "15 23:30", "Lupe", "camp", "No filter, no moon, no sleep.", "Kai Rosa Jonas Tomo"),
  photo("rainDay", "wide", "16 10:50", "Jonas", "bay", "Rain day. Cards, soup, and an argument about tides.", "Tomo"),
  photo("rainbow", "wide", "16 16:33", "Rosa", "bay", "And then this, for about a minute.", "Kai Jonas Lupe Tomo"),
  photo("duckDive", "tall", "17 10:14", "Tomo", "bay", "Under the set. Quiet down here.", "Kai Rosa Lupe"),
  photo("lighthouse", "tall", "17 15:02", "Lupe", "cape", "The end of the world. Gift shop was closed.", "Jonas"),
  photo("moonrise", "wide", "17 21:05", "Kai", "bay", null, "Rosa Tomo"),
  photo("rack", "wide", "18 09:40", "Jonas", "camp", "Nine boards, six people, no plan.", "Kai Lupe"),
  photo("dawnPatrol", "wide", "18 19:48", "Rosa", "bay", "Dawn patrol, at dusk. We overslept.", "Kai Jonas Lupe Tomo"),
  photo("lastSunset", "long", "19 19:40", "Tomo", "bay", "Same time next year.", "Kai Rosa Jonas Lupe"),
];

/** The photos at the top of the trip and of the squad. */
export const covers = { trip: "barrel", squad: "dawnPatrol" } as const satisfies Record<string, View>;
