import { forbidden, notFound } from "../platform/http/problem.ts";

declare const proven: unique symbol;

/** How a user stands to an item of a gallery. */
export interface MediaTie {
  readonly squadId: string | null;
  readonly tripId: string | null;
  /** Its squad is public. */
  readonly isPublic: boolean;
  readonly isMember: boolean;
  readonly isOrganizer: boolean;
  readonly isUploader: boolean;
}

/** Proof that someone belongs where a photo is. May like it. Only the functions here make one. */
export interface MediaMembership {
  readonly mediaId: string;
  readonly userId: string;
  readonly squadId: string | null;
  readonly tripId: string | null;
  readonly [proven]: "member";
}

export interface MediaTies {
  findTie(userId: string, mediaId: string): Promise<MediaTie | null>;
}

/** Demands belonging: 404 to whom the photo is hidden, 403 to whom it merely shows itself. */
export const memberOfMedia = async (ties: MediaTies, userId: string, mediaId: string): Promise<MediaMembership> =>
  (await belonging(ties, userId, mediaId)).member;

/** Demands that the photo is one's own: 404 to whom it is hidden, 403 to everyone else. */
export async function ownerOfMedia(ties: MediaTies, userId: string, mediaId: string): Promise<MediaMembership> {
  const { tie, member } = await belonging(ties, userId, mediaId);
  if (!tie.isUploader) throw forbidden("Only whoever uploaded this photo can do that.");
  return member;
}

/** How a user stands to an item of a gallery, or to an item in the trash that they may restore. */
export interface TrashTie extends MediaTie {
  readonly isTrashed: boolean;
}

/**
 * Demands that the user may move each of these photos to the trash or out of it: 404 when there is none, or when one is hidden from the
 * user; 403 when the user may not delete one.
 */
export function demandRemovable(ties: readonly TrashTie[]): void {
  if (ties.length === 0 || ties.some((tie) => !tie.isMember && !tie.isPublic)) throw notFound("Photo not found");
  if (ties.some((tie) => !tie.isTrashed && !(tie.isMember && (tie.isUploader || tie.isOrganizer)))) {
    throw forbidden("Only whoever uploaded a photo, an organizer or a squad admin can delete it.");
  }
}

async function belonging(ties: MediaTies, userId: string, mediaId: string) {
  const tie = await ties.findTie(userId, mediaId);
  if (!tie || !(tie.isMember || tie.isPublic)) throw notFound("Photo not found");
  if (!tie.isMember) throw forbidden("Only members of this squad can do that. Join it first.");
  return { tie, member: { mediaId, userId, squadId: tie.squadId, tripId: tie.tripId } as MediaMembership };
}
