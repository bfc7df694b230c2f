/** The cards of a show and its clock, without database. Cards name people, awards and photos by their ids. */
import type { BonusAward } from "./bonus/rules.ts";
import { type NextKind, type ShowAhead, minVotersForCounts, secondsPerCard } from "#contract/nights.ts";
import { withRanks } from "../ranks.ts";

export type StoredCard =
  | { readonly kind: "title"; readonly crew: readonly string[]; readonly awardCount: number }
  | ({ readonly kind: "bonus" } & BonusAward)
  | {
      readonly kind: "crowned";
      readonly awards: readonly { readonly categoryId: string; readonly winners: readonly string[] }[];
    }
  | { readonly kind: "award"; readonly categoryId: string; readonly number: number; readonly awardCount: number }
  | {
      readonly kind: "place";
      readonly categoryId: string;
      readonly rank: number;
      readonly winners: readonly string[];
      readonly votes: number | null;
      readonly receiptId: string | null;
      readonly titlesInRow: number | null;
      readonly takesItFrom: readonly string[];
    }
  | { readonly kind: "nobody"; readonly categoryId: string }
  | { readonly kind: "uncounted"; readonly categoryId: string }
  | { readonly kind: "best"; readonly winners: readonly string[]; readonly gold: number }
  | {
      readonly kind: "final";
      readonly medals: readonly Medals[];
      /** Missing in shows of earlier versions. */
      readonly photoIds?: readonly string[];
    };

interface Medals {
  readonly userId: string;
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/** One award as the close counts it. */
export interface CountedAward {
  readonly categoryId: string;
  /** Its results were out before the night was planned. */
  readonly isOut: boolean;
  /** It ended with too few choices to keep them secret. */
  readonly isUncounted: boolean;
  /** The tallies are places instead of counts. */
  readonly hidesCounts: boolean;
  readonly tallies: readonly { readonly nomineeId: string; readonly votes: number }[];
  /** The winners of its last occasion, and how many times in a row each has had it before this one. */
  readonly champions: readonly { readonly userId: string; readonly titles: number }[];
  /** The best receipt of each nominee that has one, the best of all first. */
  readonly receipts: ReadonlyMap<string, string>;
}

export interface ShowFacts {
  readonly crew: readonly string[];
  readonly awards: readonly CountedAward[];
  /** The most liked photos of the trip. */
  readonly photoIds: readonly string[];
  readonly showsCounts: boolean;
  readonly bonus: readonly Extract<StoredCard, { kind: "bonus" }>[];
}

/** Returns the cards of a show in their order. The same facts give the same cards. */
export function buildShow({ crew, awards, photoIds, showsCounts, bonus }: ShowFacts): StoredCard[] {
  const placed = awards.map((award) => ({ ...award, places: placesOf(award, showsCounts) }));
  const out = placed.filter(({ isOut }) => isOut);
  const tonight = placed.filter(({ isOut }) => !isOut);
  const medals = medalsOf(placed.flatMap(({ places }) => places));
  const awardCount = tonight.length;
  return [
    { kind: "title", crew, awardCount },
    ...bonus,
    ...(out.length > 0 ? [crownedCard(out)] : []),
    ...tonight.flatMap(({ categoryId, isUncounted, places }, index): StoredCard[] => [
      { kind: "award", categoryId, number: index + 1, awardCount },
      ...(places.length > 0
        ? places.toReversed()
        : [{ kind: isUncounted ? ("uncounted" as const) : ("nobody" as const), categoryId }]),
    ]),
    ...bestCards(medals),
    { kind: "final", medals, photoIds },
  ];
}

/** What a host of a show is told at the card at `position`. */
export function aheadOf(cards: readonly StoredCard[], position: number): ShowAhead {
  const isAward = ({ kind }: StoredCard) => kind === "award";
  const next = cards[position + 1];
  return {
    position,
    next: next ? kindOf(next) : null,
    award: cards.slice(0, position + 1).filter(isAward).length,
    awardCount: cards.filter(isAward).length,
  };
}

function kindOf(card: StoredCard): NextKind | null {
  switch (card.kind) {
    case "title":
      return null;
    case "place":
      return card.rank === 1 ? "winner" : card.rank === 2 ? "second" : "third";
    case "nobody":
    case "uncounted":
      return "result";
    default:
      return card.kind;
  }
}

/** The card of the awards that everybody knows already. */
const crownedCard = (out: readonly { categoryId: string; places: readonly Place[] }[]): StoredCard => ({
  kind: "crowned",
  awards: out.map(({ categoryId, places }) => ({ categoryId, winners: places[0]?.winners ?? [] })),
});

/** The card of the people with most gold; none without gold. */
function bestCards(medals: readonly Medals[]): StoredCard[] {
  const gold = medals[0]?.gold ?? 0;
  if (gold === 0) return [];
  return [{ kind: "best", gold, winners: medals.filter((one) => one.gold === gold).map(({ userId }) => userId) }];
}

type Place = Extract<StoredCard, { kind: "place" }>;

/** The ranks 1 to 3 of an award, best first. */
function placesOf(award: CountedAward, showsCounts: boolean): Place[] {
  const { categoryId, hidesCounts, tallies, champions, receipts } = award;
  // An award that was complete before the plan has counts, few or many.
  const choices = tallies.reduce((sum, { votes }) => sum + votes, 0);
  const showsVotes = showsCounts && !hidesCounts && choices >= minVotersForCounts;
  const entries = withRanks(tallies.toSorted((a, b) => b.votes - a.votes)).filter(({ rank }) => rank <= 3);
  return [...Map.groupBy(entries, ({ rank }) => rank)].map(([rank, tied]) => {
    const winners = tied.map(({ nomineeId }) => nomineeId).toSorted();
    const isBest = rank === 1;
    const defended = isBest && winners.length === 1 ? champions.find(({ userId }) => userId === winners[0]) : undefined;
    return {
      kind: "place",
      categoryId,
      rank,
      winners,
      votes: showsVotes ? tied[0]!.votes : null,
      receiptId: isBest ? ([...receipts].find(([nominee]) => winners.includes(nominee))?.[1] ?? null) : null,
      titlesInRow: defended ? defended.titles + 1 : null,
      takesItFrom:
        isBest && !champions.some(({ userId }) => winners.includes(userId))
          ? champions.map(({ userId }) => userId)
          : [],
    };
  });
}

/** The medals of each person, most gold first, then silver, then bronze. */
function medalsOf(places: readonly Place[]): Medals[] {
  const medals = new Map<string, [number, number, number]>();
  for (const { rank, winners } of places)
    for (const winner of winners) {
      const counts = medals.get(winner) ?? [0, 0, 0];
      counts[rank - 1]!++;
      medals.set(winner, counts);
    }
  return [...medals]
    .map(([userId, [gold, silver, bronze]]) => ({ userId, gold, silver, bronze }))
    .toSorted(
      (a, b) => b.gold - a.gold || b.silver - a.silver || b.bronze - a.bronze || (a.userId < b.userId ? -1 : 1),
    );
}

/** A show as the database has it. */
export interface Running {
  readonly position: number;
  /** When the card at `position` begins. */
  readonly cardAt: Date;
  readonly movesByItself: boolean;
  readonly cardCount: number;
}

/** The present card and when it began. In a show that moves by itself, the clock moves it. */
export function presentCard({ position, cardAt, movesByItself, cardCount }: Running, now: Date) {
  const stepMs = secondsPerCard * 1000;
  const passed = movesByItself ? Math.max(0, Math.floor((now.getTime() - cardAt.getTime()) / stepMs)) : 0;
  const moved = Math.min(passed, cardCount - 1 - position);
  return { position: position + moved, cardAt: new Date(cardAt.getTime() + moved * stepMs) };
}

/** When a show that moves by itself shows its last card. */
export const lastCardAt = ({ position, cardAt, cardCount }: Running): Date =>
  new Date(cardAt.getTime() + (cardCount - 1 - position) * secondsPerCard * 1000);
