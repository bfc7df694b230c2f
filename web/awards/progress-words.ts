import type { VotingProgress } from "#contract/awards.ts";
import type { NightTime } from "#contract/night-time.ts";
import type { Person } from "#contract/people.ts";
import { plural } from "#contract/locale.ts";
import { fullNameOf } from "../ui/avatar.tsx";

type Figures = Pick<VotingProgress, "votesReceived" | "totalVotesNeeded">;

/** The share of votes received, in whole per cent, at most 100. */
export const percentOf = ({ votesReceived, totalVotesNeeded }: Figures): number =>
  totalVotesNeeded === 0 ? 0 : Math.min(100, Math.round((votesReceived / totalVotesNeeded) * 100));

/** "3 of 6 votes received". */
export const receivedWords = ({ votesReceived, totalVotesNeeded }: Figures): string =>
  `${votesReceived} of ${totalVotesNeeded} votes received`;

/** The number of missing votes. */
export const missingOf = ({ votesReceived, totalVotesNeeded }: Figures): number =>
  Math.max(0, totalVotesNeeded - votesReceived);

/** "1 more vote needed" or "5 more votes needed". */
export function moreNeeded(progress: Figures): string {
  const missing = missingOf(progress);
  return plural(missing, { one: `${missing} more vote needed`, other: `${missing} more votes needed` });
}

/** A sentence with the names of the missing voters, or with their number if no name is known. */
export function waitingFor(progress: Figures & { readonly usersWhoHaventVoted: readonly Person[] }): string {
  const missing = missingOf(progress);
  const names = progress.usersWhoHaventVoted.map((person) => fullNameOf(person) || "Unknown");
  if (names.length === 0)
    return plural(missing, {
      one: `${missing} more vote needed to reveal results`,
      other: `${missing} more votes needed to reveal results`,
    });
  const unnamed = missing - names.length;
  const all = (unnamed > 0 ? [...names, `${unnamed} more`] : names).join(", ");
  return plural(missing, {
    one: `Still waiting for vote from: ${all}`,
    other: `Still waiting for votes from: ${all}`,
  });
}

/** What a complete award says that nobody counted. */
export const uncountedWords = "Too few voted to keep it secret.";

/** What the awards of a trip say on which only accounts vote, and seats that an admin has confirmed. */
export const confirmedOnlyWords = "Confirmed people only";

/** What an open award says that everybody has voted on, and whose counts would give a ballot away. */
export const heldWords = "Everybody has voted. It takes more votes to keep them secret.";

/** "Ana Lopes closed the vote with 4 ballots."; undefined unless an organizer closed it. */
export const closedWords = ({ closedBy, votesReceived }: VotingProgress): string | undefined =>
  closedBy && `${fullNameOf(closedBy)} closed the vote with ${votesReceived} ballots.`;

/** What an open award waits for: the missing voters, more of them, or the night of its trip. */
export function openWords(
  progress: Parameters<typeof waitingFor>[0] & Pick<VotingProgress, "isHeld">,
  night: Pick<NightTime, "stage"> | null,
): string {
  if (progress.isHeld) return heldWords;
  if (!night || night.stage === "over") return waitingFor(progress);
  if (night.stage !== "planned") return "Voting is closed: see you at Awards Night";
  return missingOf(progress) === 0 ? "All in. The result comes out at Awards Night." : waitingFor(progress);
}
