import type { PackKey } from "#contract/award-packs.ts";
import type { icons } from "#contract/award-look.ts";
import type { colors } from "#contract/categories.ts";

/** An award of a pack. */
export interface PackAward {
  /** Its stable key, such as "surf/best-wipeout". Awards on trips name it as their ancestor, so it never changes. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: `fas fa-${Icon}`;
  readonly color: Color;
}

type Icon = (typeof icons)[number] extends `fas fa-${infer I}` ? I : never;
type Color = Exclude<(typeof colors)[number], "black">;
type Line = readonly [slug: string, name: string, description: string, icon: Icon, color: Color];

/** The ten awards of each pack. An award may tease, but everybody must be glad to win it. */
const lines: Readonly<Record<PackKey, readonly Line[]>> = {
  surf: [
    ["best-wipeout", "Best Wipeout", "Most spectacular fall, biggest grin afterwards", "water", "blue"],
    ["wave-of-the-trip", "Wave of the Trip", "The ride we will all still talk about", "trophy", "yellow"],
    ["dawn-patrol", "Dawn Patrol", "First in the water, with coffee for everyone", "sun", "orange"],
    ["most-stoked", "Most Stoked", "Cheered for every wave, whoever was on it", "fire", "red"],
    ["party-wave", "Party Wave Captain", "Never surfed alone if there was room for one more", "heart", "pink"],
    ["most-improved", "Most Improved", "Fell on day one, flew on the last", "star", "green"],
    ["camp-chef", "Camp Chef", "Fed a hungry crew with one pan and no plan", "laugh", "brown"],
    ["seal-of-approval", "Seal of Approval", "Stayed in longest and came out happiest", "fish", "purple"],
    ["sunset-session", "Sunset Session", "Always good for one last wave", "camera", "orange"],
    ["calm-anchor", "Calm as an Anchor", "Kept everybody easy when the swell was big", "anchor", "blue"],
  ],
  ski: [
    ["yard-sale", "Best Yard Sale", "Skis here, poles there, laughing in between", "laugh", "red"],
    ["run-of-the-trip", "Run of the Trip", "The line down the mountain that we all saw", "trophy", "yellow"],
    ["first-chair", "First Chair", "At the lift before the lift was", "sun", "orange"],
    ["powder-hound", "Powder Hound", "Found fresh snow where nobody looked", "star", "blue"],
    ["apres-hero", "Après Hero", "Got every table singing", "fire", "pink"],
    ["best-layers", "Best Dressed on the Mountain", "Visible from the valley, and proud of it", "camera", "purple"],
    ["hot-chocolate", "Hot Chocolate Champion", "Knew the best hut at the right moment", "heart", "brown"],
    ["slope-guardian", "Slope Guardian", "Waited for the last of us, every time", "anchor", "green"],
    ["most-improved", "Most Improved", "From the first plough to the first black run", "star", "orange"],
    ["melted-snow", "Soggiest Socks", "Gave everything, and all of it was wet", "water", "blue"],
  ],
  city: [
    ["human-compass", "Human Compass", "Found the way with no signal and no doubt", "anchor", "blue"],
    ["hidden-gem", "Hidden Gem Hunter", "Led us to the place in no guidebook", "star", "yellow"],
    [
      "twenty-thousand-steps",
      "Twenty Thousand Steps",
      "Still asked what was around the next corner",
      "trophy",
      "green",
    ],
    ["best-bite", "Best Bite", "Picked the table that we all remember", "heart", "red"],
    ["local-language", "Local Hero", "Three words of the language, and friends with everybody", "laugh", "orange"],
    ["photo-scout", "Photo Scout", "Saw the picture before the rest of us saw the street", "camera", "purple"],
    ["museum-marathon", "Museum Marathon", "Read every sign and told us only the good parts", "star", "brown"],
    ["rooftop-romantic", "Rooftop Romantic", "Never missed a sunset with a view", "sun", "pink"],
    ["queue-entertainer", "Queue Entertainer", "Made an hour in line feel like ten minutes", "fire", "orange"],
    ["rain-dancer", "Rain Dancer", "No umbrella, no problem", "water", "blue"],
  ],
  festival: [
    ["front-row", "Front Row Spirit", "Knew every word, and shared them with us all", "fire", "red"],
    ["best-find", "Best Discovery", "Found the band that we all play at home now", "star", "yellow"],
    ["dance-floor", "Dance Floor Legend", "Started it, and would not let it end", "trophy", "purple"],
    ["camp-architect", "Camp Architect", "Our tents stood, and stood in style", "anchor", "green"],
    ["glitter-cloud", "Glitter Cloud", "Wherever they went, everything sparkled", "sun", "pink"],
    ["snack-angel", "Snack Angel", "Had food at two in the morning", "heart", "orange"],
    ["lost-and-found", "Lost and Found", "Got lost in the crowd, came back with new friends", "laugh", "blue"],
    ["mud-ballet", "Mud Ballet", "Grace in all weathers", "water", "brown"],
    ["sunrise-survivor", "Sunrise Survivor", "Saw the last set and the first light", "sun", "yellow"],
    ["crowd-photographer", "Crowd Photographer", "Caught the moment with both hands free to clap", "camera", "blue"],
  ],
  "road-trip": [
    ["best-driver", "Smooth Operator", "Drove so well that everybody slept", "anchor", "blue"],
    ["dj-of-the-road", "DJ of the Road", "The playlist was the trip", "fire", "purple"],
    ["navigator", "Golden Navigator", "“It’s shorter this way”, and it was prettier too", "star", "yellow"],
    ["snack-captain", "Snack Captain", "The right crisps at the right kilometre", "heart", "orange"],
    ["best-detour", "Best Detour", "The wrong turn that made the day", "trophy", "green"],
    ["car-karaoke", "Car Karaoke Star", "All verses, all voices", "laugh", "pink"],
    ["window-photographer", "Window Seat Photographer", "Art at ninety kilometres an hour", "camera", "blue"],
    ["tetris-master", "Boot Tetris Master", "Everything fit, even the inflatable", "star", "red"],
    ["early-starter", "Early Starter", "On the road before the sun", "sun", "orange"],
    ["lake-jumper", "First into the Lake", "Saw water, was in water", "water", "brown"],
  ],
  family: [
    ["best-storyteller", "Best Storyteller", "We have heard it before, and want it again", "star", "yellow"],
    ["kindest-helper", "Kindest Helper", "Carried, cooked and cheered without being asked", "heart", "red"],
    ["sandcastle-architect", "Sandcastle Architect", "Built it, defended it, decorated it", "sun", "orange"],
    ["game-night", "Game Night Champion", "Won with grace, lost with style", "trophy", "purple"],
    ["breakfast-hero", "Breakfast Hero", "Pancakes for all, in every shape", "laugh", "brown"],
    ["biggest-splash", "Biggest Splash", "The pool was never the same", "water", "blue"],
    ["little-explorer", "Great Explorer", "Found the shell, the snail and the secret path", "fish", "green"],
    ["family-photographer", "Family Photographer", "Got everybody to look at once", "camera", "pink"],
    ["nap-champion", "Nap Champion", "Could sleep anywhere, and did", "anchor", "blue"],
    ["giggle-starter", "Giggle Starter", "Once they laughed, nobody could stop", "fire", "orange"],
  ],
  "stag-and-hen": [
    ["life-of-the-party", "Life of the Party", "The evening started when they walked in", "fire", "red"],
    ["best-speech", "Best Speech", "Three laughs, one tear, right length", "star", "yellow"],
    ["best-planner", "Master of the Plan", "Everybody was there, on time and fed", "trophy", "blue"],
    ["dance-moves", "Best Moves", "A dance of their own, and now it is ours", "laugh", "purple"],
    ["heart-of-gold", "Heart of Gold", "Got everybody home, and up again", "heart", "pink"],
    ["best-outfit", "Best Outfit", "Nobody else could have worn it", "camera", "orange"],
    ["karaoke-star", "Karaoke Star", "The high note, nearly", "fire", "brown"],
    ["last-one-standing", "Last One Smiling", "Still the best company at breakfast", "sun", "yellow"],
    ["new-friend", "Everybody’s New Friend", "Knew two of us on Friday, all of us on Sunday", "anchor", "green"],
    ["water-bringer", "Bringer of Water", "A glass for everybody, just in time", "water", "blue"],
  ],
};

/** The ten awards of a pack. */
export const awardsOfPack = (pack: PackKey): PackAward[] =>
  lines[pack].map(([slug, name, description, icon, color]) => ({
    key: `${pack}/${slug}`,
    name,
    description,
    icon: `fas fa-${icon}`,
    color,
  }));
