// Decision 015: why an account is deleted in one transaction.
import { withValues } from "#contract/refusals.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Revealed } from "../../schema/shapes/crew.ts";

/** A squad of the person whose account is deleted. */
export interface OwnSquad {
  readonly id: string;
  readonly name: string;
  readonly others: number;
  /** True if another member is an admin. */
  readonly hasOtherAdmin: boolean;
}

export interface OwnTrip {
  readonly id: string;
  readonly squadId: string | null;
  readonly others: number;
}

interface Album {
  readonly squadId: string | null;
  readonly tripId: string | null;
}

/** Writes of one transaction. They lock in the same order as votes and joins do: squads, awards, trips, people. */
export interface ClosingWrites {
  /** Locks my squads with their awards and trips, and my other trips with their awards. */
  lockMine(): Promise<{ squads: readonly OwnSquad[]; trips: readonly OwnTrip[] }>;
  deleteSquads(ids: readonly string[]): Promise<void>;
  deleteTrips(ids: readonly string[]): Promise<void>;
  /** Takes me off these crews, as leaving does. Returns the awards that this completed. */
  leaveCrews(tripIds: readonly string[]): Promise<readonly Revealed[]>;
  leaveSquads(ids: readonly string[]): Promise<void>;
  /** Locks my row, so that nothing new can refer to it. Returns the password hash, and whether I am in any squad or crew. */
  lockMe(): Promise<{ passwordHash: string | null; belongs: boolean } | null>;
  removeLikes(): Promise<void>;
  /** Deletes my profile photos and unused covers; with `all`, everything I uploaded. Returns the squads and trips that lost photos. */
  deletePhotos(all: boolean): Promise<readonly Album[]>;
  /** Deletes my comments. Returns the squads and trips that lost some. */
  deleteComments(): Promise<readonly Album[]>;
  deleteMe(): Promise<void>;
}

export interface Closing {
  readonly userId: string;
  /** The hash that the given password matched. */
  readonly passwordHash: string | null;
  readonly photos: "leave" | "take";
}

/** The squads and crews that the person left, the awards that this completed, and the albums that lost photos. */
interface Changed {
  readonly squadIds: readonly string[];
  readonly tripIds: readonly string[];
  readonly revealed: readonly Revealed[];
  readonly emptied: readonly { squadId: string | null; tripId: string | null }[];
}

/** The person joined something during the deletion. `transact` retries on this code. */
class RetryTransaction extends Error {
  readonly code = "40001";
}

/**
 * Deletes an account with its memberships, votes and likes, with squads and trips that have no other members, and on request with its
 * photos and comments. 409 while a squad with other members has no other admin. Returns what others see change.
 */
export async function closeAccount(writes: ClosingWrites, closing: Closing): Promise<Changed> {
  const { squads, trips } = await writes.lockMine();
  demandHandedOver(squads);
  const ending = new Set(squads.filter(({ others }) => others === 0).map(({ id }) => id));
  const isEnding = ({ squadId, others }: OwnTrip) => (squadId ? ending.has(squadId) : others === 0);
  await writes.deleteSquads([...ending]);
  await writes.deleteTrips(trips.filter((trip) => !trip.squadId && isEnding(trip)).map(({ id }) => id));
  const left = trips.filter((trip) => !isEnding(trip));
  const revealed = await writes.leaveCrews(left.map(({ id }) => id));
  // Leaves only the squads read above. A squad made since then would lose its only member; `belongs` below finds it.
  await writes.leaveSquads(squads.map(({ id }) => id));

  const me = await writes.lockMe();
  if (!me) throw new Problem("not_signed_in", "not_signed_in");
  if (me.belongs) throw new RetryTransaction("Joined a squad or trip during the deletion");
  if (me.passwordHash !== closing.passwordHash) throw new Problem("conflict", "password_changed_elsewhere");
  await writes.removeLikes();
  const takesAll = closing.photos === "take";
  const emptied = [...(takesAll ? await writes.deleteComments() : []), ...(await writes.deletePhotos(takesAll))];
  await writes.deleteMe();
  return {
    squadIds: squads.filter(({ others }) => others > 0).map(({ id }) => id),
    tripIds: left.map(({ id }) => id),
    revealed,
    emptied,
  };
}

/** The same rule as for leaving a squad. */
function demandHandedOver(squads: readonly OwnSquad[]) {
  const waiting = squads.filter(({ others, hasOtherAdmin }) => others > 0 && !hasOtherAdmin);
  if (waiting.length === 0) return;
  throw new Problem("last_admin", withValues("only_admin_of", { squads: waiting.map(({ name }) => name).join(", ") }));
}
