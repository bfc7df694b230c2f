// Decision 101: what the preview of a join link may say, and why its picture has an address of its own.
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { plural } from "#contract/locale.ts";
import type { LinkPreview } from "../../platform/http/link-tags.ts";
import { oneLine } from "../../platform/mail/letter.ts";
import { coverSceneOf } from "#contract/scenes.ts";
import type { Picture } from "./layout.ts";

/** What the preview of a squad's link is made of. */
export interface PreviewedSquad {
  readonly id: string;
  readonly name: string;
  /** The number of its members. */
  readonly friends: number;
  /** The id of the cover of a public squad. Null for a private one. */
  readonly cover: string | null;
  readonly isPublic: boolean;
  readonly inviteCode: string;
}

/** A picture that was made and kept. */
export interface Kept {
  readonly id: string;
  readonly look: Buffer;
}

/** Another number makes all pictures anew: raise it when their drawing changes. */
const drawing = 1;

/** What chats show of a link to a squad, for somebody who may see its card. */
export function previewOf(squad: PreviewedSquad): LinkPreview {
  const { id, friends, isPublic } = squad;
  const name = oneLine(squad.name);
  return {
    title: `Join ${name} on Swellmates`,
    description: isPublic
      ? `${name} is a public squad of ${friendsOf(friends)}. Join it, and see its trips and photos.`
      : `${plural(friends, { one: `${friendsOf(friends)} keeps`, other: `${friendsOf(friends)} keep` })} their trips, photos and awards there, and you are invited.`,
    picture: `/previews/${id}/${proofOf(squad)}?v=${lookOf(squad, squad.cover).toString("hex").slice(0, 8)}`,
  };
}

const friendsOf = (friends: number) => plural(friends, { one: `${friends} friend`, other: `${friends} friends` });

/** What the address of a picture proves: that its reader was shown a preview under the squad's present code and openness. */
const proofOf = ({ id, isPublic, inviteCode }: PreviewedSquad): string =>
  createHmac("sha256", inviteCode)
    .update(`link preview ${id} ${isPublic ? "public" : "private"}`)
    .digest("base64url")
    .slice(0, proofLength);
const proofLength = 32;

export function isProof(squad: PreviewedSquad, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(squad))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** A hash of all that the picture of a squad shows, with this cover or without one. */
export const lookOf = (squad: PreviewedSquad, cover: string | null): Buffer =>
  hash("sha256", JSON.stringify([drawing, cover, pictureOf(squad)]), "buffer");

export const pictureOf = ({ id, name, friends }: PreviewedSquad): Picture => ({
  kind: "squad",
  name,
  friends: friendsOf(friends),
  scene: coverSceneOf(id),
});
