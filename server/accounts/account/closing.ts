// Decision 015: why an account is deleted in one transaction.
import type { LiveEvent } from "#contract/live.ts";
import { Problem } from "../../platform/http/problem.ts";

/** How someone stands to a squad of theirs. */
export interface Standing {
  readonly id: string;
  readonly name: string;
  readonly others: number;
  /** Somebody else runs it too, or need not. */
  readonly isRunWithoutMe: boolean;
}

export interface TripStanding {
  readonly id: string;
  readonly squadId: string | null;
  readonly others: number;
}

/** Writes that take a person out of everything, in one transaction. They lock in the order in which votes and joins do: squads, awards, trips, people. */
export interface ClosingWrites {
  /** Locks my squads, their awards and trips, and those of my other trips. */
  lockMine(): Promise<{ squads: readonly Standing[]; trips: readonly TripStanding[] }>;
  deleteSquads(ids: readonly string[]): Promise<void>;
  deleteTrips(ids: readonly string[]): Promise<void>;
  /** Takes me off these crews; the votes I cast and received there go. Answers the awards that this revealed. */
  leaveCrews(tripIds: readonly string[]): Promise<readonly { tripId: string; categoryId: string }[]>;
  leaveSquads(ids: readonly string[]): Promise<void>;
  /** Locks me: from here on nothing new of mine can come into being. Answers my password's hash and whether I belong anywhere. */
  lockMe(): Promise<{ passwordHash: string | null; belongs: boolean } | null>;
  takeLikesBack(): Promise<void>;
  /** Deletes my face and covers nobody uses; with `all`, whatever I uploaded. Answers where photos went missing. */
  deletePhotos(all: boolean): Promise<readonly { squadId: string | null; tripId: string | null }[]>;
  deleteMe(): Promise<void>;
}

export interface Closing {
  readonly userId: string;
  /** As it was when the password was given. */
  readonly passwordHash: string | null;
  readonly photos: "leave" | "take";
}

/** Something of mine came into being meanwhile: `transact` starts over on this code. */
class StartOver extends Error {
  readonly code = "40001";
}

/**
 * Deletes an account: memberships, votes, likes, and the photos if they are to go too. Squads and trips of nobody else are deleted.
 * 409 while a squad with others in it has no other admin. Answers what other pages need to hear.
 */
export async function closeAccount(writes: ClosingWrites, closing: Closing): Promise<LiveEvent[]> {
  const { squads, trips } = await writes.lockMine();
  demandHandedOver(squads);
  const ending = new Set(squads.filter(({ others }) => others === 0).map(({ id }) => id));
  const isEnding = ({ squadId, others }: TripStanding) => (squadId ? ending.has(squadId) : others === 0);
  await writes.deleteSquads([...ending]);
  await writes.deleteTrips(trips.filter((trip) => !trip.squadId && isEnding(trip)).map(({ id }) => id));
  const left = trips.filter((trip) => !isEnding(trip));
  const revealed = await writes.leaveCrews(left.map(({ id }) => id));
  // Only those that were looked at: one that was made meanwhile would be left without anybody, and is found below.
  await writes.leaveSquads(squads.map(({ id }) => id));

  const me = await writes.lockMe();
  if (!me) throw new Problem("not_signed_in", "Please log in first.");
  if (me.belongs) throw new StartOver("Joined something meanwhile");
  if (me.passwordHash !== closing.passwordHash)
    throw new Problem("conflict", "Your password was changed somewhere else just now. Please log in again.");
  await writes.takeLikesBack();
  const emptied = await writes.deletePhotos(closing.photos === "take");
  await writes.deleteMe();
  return hints({ squads: squads.filter(({ others }) => others > 0), left, revealed, emptied });
}

/** The same rule as for leaving a squad. */
function demandHandedOver(squads: readonly Standing[]) {
  const waiting = squads.filter(({ others, isRunWithoutMe }) => others > 0 && !isRunWithoutMe);
  if (waiting.length === 0) return;
  const names = waiting.map(({ name }) => name).join(", ");
  throw new Problem(
    "last_admin",
    `You are the only admin of ${names}. Please make someone else admin before you delete your account.`,
  );
}

function hints(changes: {
  squads: readonly Standing[];
  left: readonly TripStanding[];
  revealed: readonly { tripId: string; categoryId: string }[];
  emptied: readonly { squadId: string | null; tripId: string | null }[];
}): LiveEvent[] {
  const { squads, left, revealed, emptied } = changes;
  return [
    ...revealed.map(({ tripId, categoryId }) => hint("trip", tripId, "revealed", categoryId)),
    ...squads.map(({ id }) => hint("squad", id, "members")),
    ...left.map(({ id }) => hint("trip", id, "members")),
    ...emptied.flatMap(({ squadId, tripId }) => [
      ...(squadId ? [hint("squad", squadId, "media")] : []),
      ...(tripId ? [hint("trip", tripId, "media")] : []),
    ]),
  ];
}

const hint = (scope: "squad" | "trip", id: string, kind: LiveEvent["kind"], categoryId?: string): LiveEvent => ({
  scope,
  id,
  kind,
  ...(categoryId !== undefined && { categoryId }),
});
