import type { CabinetAward, CabinetOrder } from "#contract/titles.ts";

/** An award of a squad. Awards with the same ancestor are one title. */
export interface SquadAward extends CabinetAward {
  readonly ancestor: string;
}

/** A complete award with its winners. */
export interface Title extends SquadAward {
  /** The ids of all who share the first rank. */
  readonly winners: readonly string[];
}

/** A title on a shelf. */
interface ShelvedTitle extends Title {
  /** On the shelf of a person, how many times they won it. */
  readonly times: number;
  /** How many times in a row its winner has won it, this time included; of a tie, the longest row. */
  readonly titlesInRow: number;
}

export interface ShelvedTitles {
  /** The id of the trip or person, or the ancestor of the award. */
  readonly key: string;
  readonly titles: readonly ShelvedTitle[];
  readonly open: readonly SquadAward[];
}

/**
 * Sorts titles, which come latest trip first, into shelves. Trips stay in their order; titles come in the order of their latest trip; people
 * with the most titles come first, and on their shelf what they won most often. An `open` award stands on the shelf of its trip or title, if
 * there is one.
 */
export function shelvesOf(titles: readonly Title[], open: readonly SquadAward[], by: CabinetOrder): ShelvedTitles[] {
  const counted = withRows(titles);
  if (by === "person") return shelvesOfPeople(counted);
  const keyOf = ({ trip, ancestor }: SquadAward) => (by === "trip" ? trip.id : ancestor);
  const openOf = Map.groupBy(open, keyOf);
  return [...Map.groupBy(counted, keyOf)].map(([key, group]) => ({
    key,
    titles: group.map((title) => ({ ...title, times: 1, titlesInRow: Math.max(...title.rows.values()) })),
    open: openOf.get(key) ?? [],
  }));
}

interface CountedTitle extends Title {
  /** By winner, how many times in a row they have won the title. */
  readonly rows: ReadonlyMap<string, number>;
}

function withRows(latestFirst: readonly Title[]): CountedTitle[] {
  const last = new Map<string, CountedTitle["rows"]>();
  return latestFirst
    .toReversed()
    .map((title) => {
      const before = last.get(title.ancestor);
      const rows = new Map(title.winners.map((userId) => [userId, (before?.get(userId) ?? 0) + 1]));
      last.set(title.ancestor, rows);
      return { ...title, rows };
    })
    .toReversed();
}

function shelvesOfPeople(titles: readonly CountedTitle[]): ShelvedTitles[] {
  const won = titles.flatMap((title) => title.winners.map((userId) => ({ userId, title })));
  return [...Map.groupBy(won, ({ userId }) => userId)]
    .map(([key, all]) => {
      const same = Map.groupBy(all, ({ title }) => title.ancestor);
      return {
        key,
        count: all.length,
        titles: [...same.values()]
          .map((times) => {
            const { title } = times[0]!;
            return { ...title, winners: [key], times: times.length, titlesInRow: title.rows.get(key) ?? 1 };
          })
          .toSorted((a, b) => b.times - a.times),
      };
    })
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .map(({ key, titles: own }) => ({ key, titles: own, open: [] }));
}
