import type { OverallRanking } from "#contract/awards.ts";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import { listed, plural } from "#contract/locale.ts";
import { shortNames } from "../../ui/short-names.ts";

/** How many people a podium has room for. */
export const places = 3;
/** How many people a line below it names. */
const maxNamed = 3;

const placeNames: Readonly<Record<number, string>> = { 1: "first", 2: "second", 3: "third" };

/** "Emil has as many as third place": who has as many votes as the last on a podium, which has no room for them. Undefined if nobody. */
export function tiedWords(standings: readonly OverallRanking[]): string | undefined {
  const last = standings[places - 1]?.rank;
  const tied = standings.slice(places).filter(({ rank }) => rank === last);
  if (last === undefined || tied.length === 0) return undefined;
  const nameOf = shortNames(standings.flatMap(({ user }) => user ?? []));
  const who =
    tied.length > maxNamed
      ? `${tied.length} more`
      : listed(tied.map(({ user }) => (user ? nameOf(user) : formerCrewMember)));
  const place = `${placeNames[last]} place`;
  return plural(tied.length, { one: `${who} has as many as ${place}`, other: `${who} have as many as ${place}` });
}
