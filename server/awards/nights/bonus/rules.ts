// Decision 079: which bonus awards there are, and when a rule gives none.
import { type BonusRule, bonusRules } from "#contract/bonus-rules.ts";

/** What the photos and videos of one crew member tell. Deleted ones do not count. */
export interface PersonFacts {
  readonly userId: string;
  readonly photos: number;
  /** Photos whose local clock is known. */
  readonly clocked: number;
  /** The median time of the clocked photos, in minutes since `nightDayStart`. */
  readonly medianMinute: number | null;
  /** The earliest clocked photo of any day, in minutes since `morningStart`. */
  readonly earliest: { readonly minute: number; readonly photoId: string } | null;
  /** The highest photo, in metres above the sea. */
  readonly highest: { readonly metres: number; readonly photoId: string } | null;
  /** Likes of other people. */
  readonly likes: number;
  readonly mostLikedId: string | null;
  readonly filmMs: number;
  readonly longestFilmId: string | null;
}

/** What bonus awards are made from. People who want none are not in it. */
export interface TripFacts {
  readonly people: readonly PersonFacts[];
  readonly crewCount: number;
  readonly awardCount: number;
  /** The first person who answered all awards. */
  readonly firstDone: string | null;
}

export interface BonusAward {
  readonly rule: BonusRule;
  /** What was counted: `bonusFigures` says it in words. */
  readonly value: number;
  readonly winners: readonly string[];
  readonly photoId: string | null;
}

/** A day of the night shift begins at 06:00, so that one in the morning is later than eleven at night. */
export const nightDayStart = 6 * 60;
/** The first light comes after 04:00; photos before that are from a long night. */
export const morningStart = 4 * 60;
/** In metres. Photos from above the top of Everest are from planes. */
export const maxMetres = 8849;

/** A show has at most this many bonus awards. */
export const maxBonusAwards = 5;
/** A title that more people share honours nobody. */
const maxWinners = 3;
/** Being the best of one is no feat. */
const minRivals = 2;
/** Fewer photos are nothing to be named for. */
const minPaparazzoPhotos = 20;
/** Fewer photos have a median by chance. */
const minClockedPhotos = 10;
/** An earlier median is a day shift: 21:00. */
const minNightMinute = 15 * 60;
/** A later photo is no early one: 08:00. */
const maxMorningMinute = 4 * 60;
/** A lower point is a beach. */
const minMetres = 100;
/** One lucky photo is no crowd pleaser. */
const minLikedPhotos = 5;
/** With fewer likes the average tells of one admirer. */
const minLikes = 10;
/** A shorter film is a slip of the finger. */
const minFilmMs = 60_000;
/** Fewer awards are no race. */
const minRaceAwards = 3;
/** In a smaller crew the first is one of two. */
const minRaceCrew = 3;
/** With fewer photographers, few photos stand out as an absence. */
const minPhotographers = 4;
/** The others take at least this many, so that few photos look like a choice. */
const minPhotosOfOthers = 20;
/** Few photos are at most this share of what the others take. */
const maxShareOfOthers = 0.25;

type Found = Omit<BonusAward, "rule">;

/** The rules. Each returns an award, or null without enough data. The same facts give the same award. */
const rules: Readonly<Record<BonusRule, (facts: TripFacts) => Found | null>> = {
  paparazzo({ people }) {
    const best = findBest(people, ({ photos }) => (photos > 0 ? photos : null));
    if (!best || best.value < minPaparazzoPhotos) return null;
    return { value: best.value, winners: best.winners, photoId: best.first.mostLikedId };
  },
  "night-shift"({ people }) {
    const best = findBest(people, ({ clocked, medianMinute }) => (clocked >= minClockedPhotos ? medianMinute : null));
    if (!best || best.value < minNightMinute) return null;
    return { value: nightDayStart + best.value, winners: best.winners, photoId: null };
  },
  "first-light"({ people }) {
    const best = findBest(people, ({ earliest }) => earliest && -earliest.minute);
    if (!best || -best.value > maxMorningMinute) return null;
    const { photoId } = best.first.earliest!;
    return { value: morningStart - best.value, winners: best.winners, photoId };
  },
  "high-point"({ people }) {
    const best = findBest(people, ({ highest }) => highest && Math.round(highest.metres));
    if (!best || best.value < minMetres) return null;
    return { value: best.value, winners: best.winners, photoId: best.first.highest!.photoId };
  },
  "crowd-pleaser"({ people }) {
    const best = findBest(people, ({ photos, likes }) =>
      photos >= minLikedPhotos && likes >= minLikes ? likes / photos : null,
    );
    if (!best) return null;
    return { value: best.value, winners: best.winners, photoId: best.first.mostLikedId };
  },
  "film-maker"({ people }) {
    const best = findBest(people, ({ filmMs }) => (filmMs > 0 ? filmMs : null));
    if (!best || best.value < minFilmMs) return null;
    const minutes = Math.floor(best.value / 60_000);
    return { value: minutes, winners: best.winners, photoId: best.first.longestFilmId };
  },
  "speed-run"({ firstDone, awardCount, crewCount }) {
    if (firstDone === null || awardCount < minRaceAwards || crewCount < minRaceCrew) return null;
    return { value: awardCount, winners: [firstDone], photoId: null };
  },
  "lived-in-the-moment"({ people }) {
    // Somebody without any photo may have taken part in name only.
    const counts = people.map(({ photos }) => photos).filter((photos) => photos > 0);
    const best = findBest(people, ({ photos }) => (photos > 0 ? -photos : null));
    if (!best || counts.length < minPhotographers) return null;
    const fewest = -best.value;
    const others = counts.filter((photos) => photos > fewest);
    const usual = Math.min(...others);
    if (usual < minPhotosOfOthers || fewest > usual * maxShareOfOthers) return null;
    return { value: fewest, winners: best.winners, photoId: best.first.mostLikedId };
  },
};

/**
 * The bonus awards of a show, at most `maxBonusAwards`, in the order of the rules. If more rules give one, those come first whose winner
 * has no other. The order of the people in `facts` does not matter.
 */
export function chooseBonus(facts: TripFacts, rulesOff: readonly string[]): BonusAward[] {
  const found = bonusRules
    .filter((rule) => !rulesOff.includes(rule))
    .flatMap((rule): BonusAward[] => {
      const award = rules[rule](facts);
      return award ? [{ rule, ...award }] : [];
    });
  const honoured = new Set<string>();
  const isFresh = ({ winners }: BonusAward) => {
    const fresh = winners.some((winner) => !honoured.has(winner));
    winners.forEach((winner) => honoured.add(winner));
    return fresh;
  };
  const { fresh = [], others = [] } = Object.groupBy(found, (award) => (isFresh(award) ? "fresh" : "others"));
  const chosen = new Set([...fresh, ...others].slice(0, maxBonusAwards));
  return found.filter((award) => chosen.has(award));
}

/** The people with the highest value, by id; null when too few people have one or too many share it. */
function findBest(people: readonly PersonFacts[], valueOf: (person: PersonFacts) => number | null) {
  const rivals = people.flatMap((person) => {
    const value = valueOf(person);
    return value === null ? [] : [{ person, value }];
  });
  const value = Math.max(...rivals.map((rival) => rival.value));
  const best = rivals
    .filter((rival) => rival.value === value)
    .map(({ person }) => person)
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  if (rivals.length < minRivals || best.length > maxWinners) return null;
  return { value, winners: best.map(({ userId }) => userId), first: best[0]! };
}
