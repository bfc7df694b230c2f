/** A picture that photos of the world are made of: a photo of the example, the hours of the day that it fits, and what people write. */
export interface Scene {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly captions: readonly string[];
}

const scene = (name: string, from: number, to: number, ...captions: string[]): Scene => ({ name, from, to, captions });

export const scenes: readonly Scene[] = [
  scene("first-light", 6, 9, "First light. Nobody out.", "Worth the alarm. Just."),
  scene("coffee", 7, 11, "Coffee before waves. No exceptions.", "Second cup. Do not talk to us."),
  scene("wax", 7, 12, "Wax on.", "Smells like coconut, tastes like regret."),
  scene("line-up", 8, 14, "We are the ones in the wrong place.", "Busy out there."),
  scene("barrel", 8, 16, "He will tell you about it.", "Deep and dry. Mostly.", "Wave of the week, no discussion."),
  scene("duck-dive", 9, 16, "Under the set. Quiet down here.", "Goggles were a good idea."),
  scene("terns", 7, 18, "They surf better than us."),
  scene("cliffs", 9, 18, "The path was not on the map.", "Sandwiches with a view."),
  scene("tide-pools", 10, 16, "Low tide labyrinth. Spot the resident."),
  scene("sardines", 12, 16, "Lunch. Somebody brought lemons.", "Nobody speaks for ten minutes."),
  scene("shade", 12, 17, "The only shade for miles.", "Nap o’clock."),
  scene("rain-day", 9, 18, "Rain day. Cards, soup, and an argument about tides."),
  scene("rainbow", 14, 18, "And then this, for about a minute."),
  scene("van", 8, 18, "The van made it. Barely.", "Home, with wheels."),
  scene("road-trip", 8, 18, "One playlist, no regrets.", "Are we there yet?"),
  scene("rack", 8, 19, "Nine boards, no plan."),
  scene("lighthouse", 10, 19, "Gift shop was closed.", "The end of the world, second left."),
  scene("palms", 16, 20, "Palms doing palm things."),
  scene("golden-hour", 16, 20, "One last one. Six more followed."),
  scene("dawn-patrol", 17, 21, "Dawn patrol, at dusk. We overslept."),
  scene("last-sunset", 17, 21, "Same time next year.", "No filter needed."),
  scene(
    "campfire",
    19,
    24,
    "Campfire parliament. Motion to skip breakfast: denied.",
    "Somebody burnt the last marshmallow.",
  ),
  scene("moonrise", 19, 24, "Moon, rocks, cold feet."),
  scene("milky-way", 21, 24, "No filter, no moon, no sleep."),
];

/** The films of the world: each is a file in `try/films`, named for the scene that it begins with. */
export const films = ["line-up", "duck-dive", "campfire"] as const;
export type Film = (typeof films)[number];
