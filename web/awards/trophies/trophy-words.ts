import type { Trophy } from "#contract/titles.ts";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import { listed } from "#contract/locale.ts";
import { nomineeName } from "../nominee.tsx";

/** "Ana Berg and Bo Berg", or "Ana Berg and 11 more" where there are more than the answer names. */
export function winnersOf({ winners, winnerCount }: Pick<Trophy, "winners" | "winnerCount">): string {
  const names = winners.map((winner) => nomineeName(winner));
  const unnamed = winnerCount - names.length;
  return listed(unnamed > 0 ? [...names, `${unnamed} more`] : names);
}

/** The name on a cup: "Ana", or "Ana +2" for three winners. */
export function engravingOf({ winners, winnerCount }: Pick<Trophy, "winners" | "winnerCount">): string {
  const name = winners[0]?.firstName ?? formerCrewMember;
  return winnerCount > 1 ? `${name} +${winnerCount - 1}` : name;
}

/** What a screen reader reads after the label of a cup: "Ana Berg, 2026, 3 titles in a row". */
export const spokenOf = (trophy: Trophy): string =>
  [
    winnersOf(trophy),
    trophy.trip.year,
    trophy.titlesInRow > 1 && `${trophy.titlesInRow} titles in a row`,
    trophy.receipt && "with proof",
  ]
    .filter(Boolean)
    .join(", ");
