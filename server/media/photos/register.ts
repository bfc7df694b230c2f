import { Problem } from "../../platform/http/problem.ts";
import type { Membership } from "../../access/squad-access.ts";
import type { TripMembership } from "../../access/trip-access.ts";
import { cleanFileName } from "./file-name.ts";
import { type Moment, earliestYear, noMoment } from "../inspect/exif.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { maxProfileImageBytes } from "./limits.ts";
import type { LivePhoto } from "./live-photo.ts";
import { uploadIdOf } from "../uploads/upload-address.ts";
import { tooLarge, uploadUsed } from "../uploads/uploads.ts";
import { momentInName } from "../clocks/name-date.ts";

export type Purpose = "gallery" | "profile" | "squad" | "trip";

/** What a picture is for, and where it belongs once it is registered. */
export interface Place {
  readonly purpose: Purpose;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface Registration {
  /** As the client was given it. */
  readonly address: string;
  readonly userId: string;
  readonly place: Place;
  readonly fileName: string;
  readonly caption: string | null;
  /** When the picture was taken by what its library says; its own metadata comes first. */
  readonly takenAt: string | undefined;
}

export interface LockedUpload {
  readonly found: Found | null;
  readonly refusal: Refused | null;
  readonly mediaId: string | null;
}

export interface NewMedia extends Place {
  readonly id: string;
  readonly uploaderId: string;
  readonly fileName: string;
  readonly caption: string | null;
  readonly taken: Taken;
  readonly found: Found;
}

/** When a photo was taken, as it is kept. */
export interface Taken extends Omit<Moment, "takenAt"> {
  readonly takenAt: Date;
}

/** Writes on uploads and media, in one transaction. */
export interface RegisterWrites {
  /** Registrations of one upload take turns. */
  lockUpload(id: string, userId: string): Promise<LockedUpload | undefined>;
  /** False when the place has a picture of the same bytes. */
  add(media: NewMedia): Promise<boolean>;
  /** Makes one photo of a new half of a Live Photo and the other one, when that is there; null when it is not. */
  joinLive(id: string): Promise<LivePhoto | null>;
  /** Finds the picture of these bytes, and keeps it from being deleted. The film of a Live Photo is found as that photo. */
  keepSame(place: Place, sha256: string): Promise<string | undefined>;
  findPlace(mediaId: string): Promise<Place | undefined>;
  markRegistered(uploadId: string, mediaId: string): Promise<void>;
  /** Has a job remove the files of this id. */
  discardFiles(id: string): Promise<void>;
  /** Remembers why the upload is not taken after all. */
  refuseUpload(id: string, refusal: Refused): Promise<void>;
}

/** `new`: its renditions are still to be made. `known`: the same registration again. `duplicate`: the bytes were there already. */
export type Registered =
  | { readonly outcome: "new"; readonly id: string; readonly found: Found; readonly live: LivePhoto | null }
  | { readonly outcome: "known" | "duplicate"; readonly id: string }
  | { readonly outcome: "refused"; readonly problem: Problem };

export const inTrip = ({ tripId, squadId }: TripMembership): Place => ({ purpose: "gallery", tripId, squadId });
export const inSquad = ({ squadId }: Membership): Place => ({ purpose: "gallery", squadId, tripId: null });
/** A face or cover has its place once it is saved as such. */
export const imageFor = (purpose: "profile" | "squad" | "trip"): Place => ({ purpose, squadId: null, tripId: null });

/** So often others may add and delete the same picture in the very moment in which it is registered. */
const mostRounds = 5;

/** Makes a picture of an upload: once, however often and at how many places at a time it is asked. */
export async function register(writes: RegisterWrites, registration: Registration, now: Date): Promise<Registered> {
  const { userId, place } = registration;
  const id = uploadIdOf(registration.address);
  if (!id) throw noAddress();
  const upload = await writes.lockUpload(id, userId);
  const hasArrived = upload && (upload.found ?? upload.refusal) !== null;
  if (!hasArrived) throw new Problem("upload_missing", "This file has not arrived here. Please upload it again.");
  if (upload.mediaId) return repeat(writes, upload.mediaId, id, place);
  const { found, refusal } = upload;
  if (!found) throw new Problem(refusal?.code ?? "broken_file", refusal?.sentence ?? "This file could not be read.");
  const refused = unfit(found, place);
  if (refused) {
    await writes.refuseUpload(id, refused);
    await writes.discardFiles(id);
    return { outcome: "refused", problem: new Problem(refused.code, refused.sentence) };
  }
  const { fileName, caption } = registration;
  const taken = momentTaken(found, registration.takenAt, fileName, now);
  const media = { id, uploaderId: userId, ...place, fileName: cleanFileName(fileName), caption, taken, found };
  for (let round = 0; round < mostRounds; round += 1) {
    if (await writes.add(media)) {
      await writes.markRegistered(id, id);
      const live = place.purpose === "gallery" && found.contentId ? await writes.joinLive(id) : null;
      return { outcome: "new", id, found, live };
    }
    const same = await writes.keepSame(place, found.sha256);
    // Deleted in this very moment: then this one is the first.
    if (!same) continue;
    await writes.markRegistered(id, same);
    await writes.discardFiles(id);
    return { outcome: "duplicate", id: same };
  }
  throw new Problem("conflict", "This photo was just being deleted. Please try again.");
}

/** The answer may have been lost on the way: asking again for the same place gets it again. */
async function repeat(writes: RegisterWrites, mediaId: string, uploadId: string, place: Place): Promise<Registered> {
  const present = await writes.findPlace(mediaId);
  const isSame =
    present?.purpose === place.purpose &&
    (place.purpose !== "gallery" || (present.squadId === place.squadId && present.tripId === place.tripId));
  if (!isSame) throw uploadUsed();
  return { outcome: mediaId === uploadId ? "known" : "duplicate", id: mediaId };
}

const dayMs = 24 * 3600 * 1000;

const earliestMs = Date.UTC(earliestYear, 0, 1);

/**
 * When a photo was taken: the first that makes sense of what its file, its library and its name say, else the time of the upload. A
 * camera whose clock is in the future would keep its picture on top for ever.
 */
function momentTaken(found: Moment, library: string | undefined, fileName: string, now: Date): Taken {
  const said = [found, { ...noMoment, takenAt: library ?? null }, momentInName(fileName)];
  for (const moment of said) {
    if (!moment?.takenAt) continue;
    const { takenAt, utcOffset, isLocalClock } = moment;
    const taken = new Date(takenAt);
    if (taken.getTime() >= earliestMs && taken.getTime() <= now.getTime() + dayMs)
      return { takenAt: taken, utcOffset, isLocalClock };
  }
  return { ...noMoment, takenAt: now };
}

/** Why a file that is fine for a gallery is none for this place. */
function unfit({ size, type }: Found, { purpose }: Place): Refused | null {
  if (purpose === "gallery") return null;
  if (type.startsWith("video/"))
    return { code: "unsupported_type", sentence: "This file is a video. Please choose a photo." };
  return purpose === "profile" && size > maxProfileImageBytes ? tooLarge(maxProfileImageBytes) : null;
}

const noAddress = () =>
  new Problem("invalid_input", "This is not the address of an upload.", {
    issues: [{ path: "url", message: "Not the address of an upload" }],
  });
