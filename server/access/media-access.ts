import type { PlainKey } from "#contract/refusals.ts";
import { forbidden, notFound } from "../platform/http/problem.ts";
import type { MediaRights, RightsStore } from "./rights-store.ts";

declare const proven: unique symbol;

/** Proof that someone belongs where a photo is. May like it and comment on it. Only the functions here make one. */
export interface MediaMembership extends Pick<MediaRights, "squadId" | "tripId" | "isUploader" | "isOrganizer"> {
  readonly mediaId: string;
  readonly userId: string;
  readonly [proven]: "member";
}

/**
 * Demands belonging: 404 when the photo is hidden from this user, 403 when they see it and do not belong. `hidden` is the sentence of the
 * 404, for something on the photo.
 */
export async function memberOfMedia(
  rights: RightsStore,
  userId: string,
  mediaId: string,
  hidden: PlainKey = "photo_not_found",
): Promise<MediaMembership> {
  const [found] = await rights.toPhotos(userId, [mediaId]);
  if (!found?.maySee) throw notFound(hidden);
  if (!found.isMember) throw forbidden("squad_members_only");
  const { squadId, tripId, isUploader, isOrganizer } = found;
  return { mediaId, userId, squadId, tripId, isUploader, isOrganizer } as MediaMembership;
}

/** Demands the user's own photo: 404 when it is hidden from them, 403 for everyone else. */
export async function ownerOfMedia(rights: RightsStore, userId: string, mediaId: string): Promise<MediaMembership> {
  const member = await memberOfMedia(rights, userId, mediaId);
  if (!member.isUploader) throw forbidden("photo_uploader_only");
  return member;
}

/** The rights to a photo of a gallery, or to a photo in the trash that the user may restore. */
export interface TrashRights extends MediaRights {
  readonly id: string;
  readonly isTrashed: boolean;
}

/**
 * Demands that the user may move each of these photos to the trash or out of it: 404 when there is none, or when one is hidden from the
 * user; 403 when the user may not delete one.
 */
export function demandRemovable(photos: readonly TrashRights[]): void {
  if (photos.length === 0 || photos.some(({ maySee }) => !maySee)) throw notFound("photo_not_found");
  if (photos.some((photo) => !photo.isTrashed && !mayDelete(photo))) {
    throw forbidden("photo_not_yours_to_delete");
  }
}

/** Whether a member may delete a photo. */
const mayDelete = ({ isMember, isUploader, isOrganizer }: MediaRights): boolean =>
  isMember && (isUploader || isOrganizer);
