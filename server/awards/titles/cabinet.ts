import type { CabinetOrder } from "#contract/titles.ts";

/** A complete award with its winners. */
export interface Title {
  readonly category: { readonly id: string; readonly name: string; readonly icon: string; readonly color: string };
  readonly ancestor: string;
  readonly trip: { readonly id: string; readonly name: string };
  /** The ids of all who share the first rank. */
  readonly winners: readonly string[];
}

/** A title on a shelf; on the shelf of a person, how many times they won it. */
interface ShelvedTitle extends Title {
  readonly times: number;
}

export interface ShelvedTitles {
  /** The id of the trip or person, or the ancestor of the award. */
  readonly key: string;
  readonly titles: readonly ShelvedTitle[];
}

/**
 * Sorts titles, which come latest trip first, into shelves. Trips stay in their order; titles come in the order of their latest trip; people
 * with the most titles come first, and on their shelf what they won most often.
 */
export function shelvesOf(titles: readonly Title[], by: CabinetOrder): ShelvedTitles[] {
  if (by === "person") return shelvesOfPeople(titles);
  const groups = Map.groupBy(titles, ({ trip, ancestor }) => (by === "trip" ? trip.id : ancestor));
  return [...groups].map(([key, group]) => ({ key, titles: group.map((title) => ({ ...title, times: 1 })) }));
}

function shelvesOfPeople(titles: readonly Title[]): ShelvedTitles[] {
  const won = titles.flatMap((title) => title.winners.map((userId) => ({ userId, title })));
  return [...Map.groupBy(won, ({ userId }) => userId)]
    .map(([key, all]) => {
      const same = Map.groupBy(all, ({ title }) => title.ancestor);
      return {
        key,
        count: all.length,
        titles: [...same.values()]
          .map((times) => ({ ...times[0]!.title, winners: [key], times: times.length }))
          .toSorted((a, b) => b.times - a.times),
      };
    })
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .map(({ key, titles: own }) => ({ key, titles: own }));
}
