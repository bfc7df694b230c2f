import { type Who, people } from "./people.ts";
import { type Film, type Scene, films, scenes } from "./scenes.ts";
import type { Capture } from "./exif.ts";
import { filmLook, variants } from "./looks.ts";

/** A photo or film that somebody of the world takes. */
export interface Shot extends Capture {
  readonly scene: string;
  /** Which look of the scene it is. */
  readonly look: number;
  /** Null for a photo. */
  readonly film: Film | null;
  readonly by: Who;
  readonly caption: string | null;
  readonly likedBy: readonly Who[];
}

export interface Roll {
  /** How many photos there are, with the films. */
  readonly photos: number;
  /** First and last day, counted from today. */
  readonly days: readonly [number, number];
  readonly crew: readonly Who[];
  readonly zone: string;
  readonly latitude: number;
  readonly longitude: number;
  /** How many of the photos are films, at most. */
  readonly films: number;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const wakeUp = 6 * 60 + 20;

/**
 * Plans the photos of an album, oldest first: none while people sleep, each of a scene that fits its hour, and none
 * later than two minutes after `now`. `random` returns integers below its argument; the same ones give the same plan.
 */
export function planShots(roll: Roll, now: Date, random: (below: number) => number): Shot[] {
  const uses = new Map<string, number>();
  const first = random(variants.length);
  const offsetAt = clockOf(roll.zone);
  const shots = momentsOf(roll, now, random).map((at, i): Shot => {
    const utcOffset = offsetAt(at);
    const clock = new Date(at.getTime() + utcOffset * minuteMs).toISOString().slice(0, 19).replace("T", " ");
    const scene = sceneAt(Number(clock.slice(11, 13)), uses, random);
    const used = uses.get(scene.name) ?? 0;
    uses.set(scene.name, used + 1);
    const by = roll.crew[random(roll.crew.length)]!;
    return {
      scene: scene.name,
      look: (first + used) % variants.length,
      film: null,
      by,
      // A caption stands once in an album.
      caption: scene.captions[used] ?? null,
      likedBy: roll.crew.filter((who) => who !== by && random(10) < (i % 7 === 0 ? 8 : 3)),
      camera: people[by].camera,
      clock,
      utcOffset,
      latitude: roll.latitude + (random(200) - 100) / 10_000,
      longitude: roll.longitude + (random(200) - 100) / 10_000,
    };
  });
  return withFilms(shots, roll.films);
}

/** The moments of an album's photos, in order, evenly over its days. */
function momentsOf({ photos, days: [from, to], zone }: Roll, now: Date, random: (below: number) => number): Date[] {
  const today = now.toISOString().slice(0, 10);
  const offsetAt = clockOf(zone);
  const awake: Date[] = [];
  for (let day = from; day <= to; day++)
    for (let minute = wakeUp; minute < dayMinutes - 20; minute += 2) {
      const local = new Date(Date.parse(`${today}T00:00:00Z`) + (day * dayMinutes + minute) * minuteMs);
      const at = new Date(local.getTime() - offsetAt(local) * minuteMs);
      // The seconds that are added below stay in the past, too.
      if (at.getTime() < now.getTime() - 100_000) awake.push(at);
    }
  const step = awake.length / photos;
  return Array.from({ length: photos }, (_, i) => {
    const at = awake[Math.min(awake.length - 1, Math.floor(i * step + random(Math.max(1, Math.floor(step)))))]!;
    return new Date(at.getTime() + random(100) * 1000);
  }).sort((one, other) => one.getTime() - other.getTime());
}

/** The scene that fits the hour and was used least. */
function sceneAt(hour: number, uses: ReadonlyMap<string, number>, random: (below: number) => number): Scene {
  const fitting = scenes.filter(({ from, to }) => from <= hour && hour < to);
  const fewest = Math.min(...fitting.map(({ name }) => uses.get(name) ?? 0));
  const least = fitting.filter(({ name }) => (uses.get(name) ?? 0) === fewest);
  return least[random(least.length)]!;
}

/** Makes films of some photos: of the last one of each film's scene. */
function withFilms(shots: readonly Shot[], count: number): Shot[] {
  const filmOf = new Map<number, Film>();
  for (const film of films) {
    const at = shots.findLastIndex(({ scene }) => scene === film);
    if (at !== -1 && filmOf.size < count) filmOf.set(at, film);
  }
  return shots.map((shot, i) => (filmOf.has(i) ? { ...shot, film: filmOf.get(i)!, look: filmLook } : shot));
}

/** Returns a function that gives the distance of a time zone from UTC at a moment, in minutes. */
function clockOf(timeZone: string): (at: Date) => number {
  // One format serves many moments, because making it takes long.
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [null, "+", "0", "0"];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}
