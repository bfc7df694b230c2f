import type { VotingProgress } from "#contract/awards.ts";
import type { NightTime } from "#contract/night-time.ts";
import type { Person } from "#contract/people.ts";
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
  return `${missing} more ${missing === 1 ? "vote" : "votes"} needed`;
}

/** A sentence with the names of the missing voters, or with their number if no name is known. */
export function waitingFor(progress: Figures & { readonly usersWhoHaventVoted: readonly Person[] }): string {
  const names = progress.usersWhoHaventVoted.map((person) => fullNameOf(person) || "Unknown");
  if (names.length === 0) return `${moreNeeded(progress)} to reveal results`;
  const unnamed = missingOf(progress) - names.length;
  const all = unnamed > 0 ? [...names, `${unnamed} more`] : names;
  return `Still waiting for ${missingOf(progress) === 1 ? "vote" : "votes"} from: ${all.join(", ")}`;
}

/** What an open award waits for: the missing voters, or the night of its trip. */
export function openWords(progress: Parameters<typeof waitingFor>[0], night: Pick<NightTime, "stage"> | null): string {
  if (!night || night.stage === "over") return waitingFor(progress);
  if (night.stage !== "planned") return "Voting is closed: see you at Awards Night";
  return missingOf(progress) === 0 ? "All in. The result comes out at Awards Night." : waitingFor(progress);
}
