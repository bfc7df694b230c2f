import { Problem, forbidden, refusedField } from "../../platform/http/problem.ts";
import type { Membership, TripMembership } from "../../access/rights.ts";
import { cleanFileName, nameForType } from "./file-name.ts";
import { type CaptureTime, earliestMs, isUnset, noCaptureTime } from "../clocks/capture-time.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { pdfType } from "../inspect/kind.ts";
import { maxProfileImageBytes } from "./limits.ts";
import type { LivePhoto } from "./live-photo.ts";
import { uploadIdOf } from "../uploads/upload-address.ts";
import { tooLarge, uploadUsed } from "../uploads/uploads.ts";
import { captureTimeInName } from "../clocks/name-date.ts";
import { dayMs } from "../../platform/durations.ts";

type Purpose = "gallery" | "profile" | "squad" | "trip";

/** What an image is for, and the trip or squad that holds it. */
export interface Album {
  readonly purpose: Purpose;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface Registration {
  /** The upload address that the client received. */
  readonly address: string;
  readonly userId: string;
  readonly album: Album;
  readonly fileName: string;
  readonly caption: string | null;
  /** The capture time that its photo library names. The file's own metadata wins. */
  readonly takenAt: string | undefined;
  /** The capture time that a note beside the file names. The file's own metadata and the library win. */
  readonly takenAtHint?: string | undefined;
  /** Whose photo it is, if not the user's: somebody whom the album's squad expects. */
  readonly personId?: string | undefined;
}

/** Whose photo a registration makes. */
export const ownerOf = ({ personId, userId }: Registration): string => personId ?? userId;

interface LockedUpload {
  readonly found: Found | null;
  readonly refusal: Refused | null;
  readonly mediaId: string | null;
}

interface NewMedia extends Album {
  readonly id: string;
  readonly uploaderId: string;
  readonly fileName: string;
  readonly caption: string | null;
  readonly taken: StoredCaptureTime;
  readonly found: Found;
}

/** The capture time as its row stores it. */
interface StoredCaptureTime extends Omit<CaptureTime, "takenAt"> {
  readonly takenAt: Date;
}

/** Writes to uploads and media, in one transaction. */
export interface RegisterWrites {
  /** Locks the row, so that registrations of one upload run one after another. */
  lockUpload(id: string, userId: string): Promise<LockedUpload | undefined>;
  /** Whether the album's squad expects this person. Nobody takes or merges the name until the transaction ends. */
  keepExpected(album: Album, personId: string): Promise<boolean>;
  /** Adds the photo of the upload with this id, and registers the upload. False when the album has a photo of the same bytes. */
  add(media: NewMedia): Promise<boolean>;
  /** Joins a half of a Live Photo with the other half; null when that is not there. */
  joinLive(id: string): Promise<LivePhoto | null>;
  /** Finds the photo of these bytes and saves it from deletion. For the clip of a Live Photo it returns that photo. */
  keepSame(album: Album, sha256: string): Promise<string | undefined>;
  /** Whether the album has a held photo of these bytes. */
  isHeld(album: Album, sha256: string): Promise<boolean>;
  /** Remembers that this person has added the photo too. */
  rememberAdder(mediaId: string, userId: string, caption: string | null): Promise<void>;
  findAlbum(mediaId: string): Promise<Album | undefined>;
  markRegistered(uploadId: string, mediaId: string): Promise<void>;
  /** Marks the files of this id for the clean-up job. */
  discardFiles(id: string): Promise<void>;
  /** Stores why an accepted upload is refused after all. */
  refuseUpload(id: string, refusal: Refused): Promise<void>;
}

/** `new`: its renditions must be made. `known`: a repeated registration. `duplicate`: the album already has these bytes. */
export type Registered =
  | { readonly outcome: "new"; readonly id: string; readonly found: Found; readonly live: LivePhoto | null }
  | { readonly outcome: "known" | "duplicate"; readonly id: string }
  | { readonly outcome: "refused"; readonly problem: Problem };

export const inTrip = ({ tripId, squadId }: TripMembership): Album => ({ purpose: "gallery", tripId, squadId });
export const inSquad = ({ squadId }: Membership): Album => ({ purpose: "gallery", squadId, tripId: null });
/** A profile photo or cover has no album until its profile, squad or trip is saved with it. */
export const imageFor = (purpose: "profile" | "squad" | "trip"): Album => ({ purpose, squadId: null, tripId: null });

/** Others may add and delete the same photo while it is registered; after this many times we give up. */
const maxAttempts = 5;

/** Registers an upload exactly once, also when requests are repeated or run on several servers at the same time. */
export async function register(writes: RegisterWrites, registration: Registration, now: Date): Promise<Registered> {
  const { userId, album } = registration;
  const id = uploadIdOf(registration.address);
  if (!id) throw noAddress();
  const upload = await writes.lockUpload(id, userId);
  const hasArrived = upload && (upload.found ?? upload.refusal) !== null;
  if (!hasArrived) throw new Problem("upload_missing", "upload_not_arrived");
  if (upload.mediaId) return repeat(writes, upload.mediaId, id, album);
  const { found, refusal } = upload;
  if (!found) throw refusal ? new Problem(refusal.code, refusal) : new Problem("broken_file", "file_unreadable");
  const refused = refusalFor(found, album);
  if (refused) {
    await writes.refuseUpload(id, refused);
    await writes.discardFiles(id);
    return { outcome: "refused", problem: new Problem(refused.code, refused) };
  }
  const ownerId = ownerOf(registration);
  if (ownerId !== userId && !(await writes.keepExpected(album, ownerId))) throw forbidden("photos_for_expected_only");
  const { fileName, caption } = registration;
  const taken = chooseCaptureTime(found, registration, now);
  const storedName = nameForType(cleanFileName(fileName), found.type);
  const media = { id, uploaderId: ownerId, ...album, fileName: storedName, caption, taken, found };
  for (let round = 0; round < maxAttempts; round += 1) {
    if (await writes.add(media)) {
      const live = album.purpose === "gallery" && found.contentId ? await writes.joinLive(id) : null;
      return { outcome: "new", id, found, live };
    }
    const same = await writes.keepSame(album, found.sha256);
    if (!same) {
      if (await writes.isHeld(album, found.sha256)) throw new Problem("conflict", "photo_is_held");
      // The other photo was deleted just now, so this one can be added.
      continue;
    }
    await writes.rememberAdder(same, ownerId, caption);
    await writes.markRegistered(id, same);
    await writes.discardFiles(id);
    return { outcome: "duplicate", id: same };
  }
  throw new Problem("conflict", "photo_being_deleted");
}

/** Repeats the reply for the same album, because the first reply may have been lost. */
async function repeat(writes: RegisterWrites, mediaId: string, uploadId: string, album: Album): Promise<Registered> {
  const present = await writes.findAlbum(mediaId);
  const isSame =
    present?.purpose === album.purpose &&
    (album.purpose !== "gallery" || (present.squadId === album.squadId && present.tripId === album.tripId));
  if (!isSame) throw uploadUsed();
  return { outcome: mediaId === uploadId ? "known" : "duplicate", id: mediaId };
}

/**
 * Takes the first plausible time of the file's metadata, its photo library, the note beside it and its name, else the time of the upload. A
 * time in the future is not plausible: it would keep the photo on top of its gallery for ever.
 */
function chooseCaptureTime(
  found: CaptureTime,
  { takenAt: library, takenAtHint, fileName }: Registration,
  now: Date,
): StoredCaptureTime {
  const hint = takenAtHint !== undefined && !isUnset(Date.parse(takenAtHint)) ? takenAtHint : null;
  const candidates = [
    { time: found, fromMs: earliestMs },
    { time: { ...noCaptureTime, takenAt: library ?? null }, fromMs: earliestMs },
    { time: { ...noCaptureTime, takenAt: hint }, fromMs: firstPhotographMs },
    { time: captureTimeInName(fileName), fromMs: earliestMs },
  ];
  for (const { time, fromMs } of candidates) {
    if (!time?.takenAt) continue;
    const { takenAt, utcOffset, isLocalClock } = time;
    const taken = new Date(takenAt);
    if (taken.getTime() >= fromMs && taken.getTime() <= now.getTime() + dayMs)
      return { takenAt: taken, utcOffset, isLocalClock };
  }
  return { ...noCaptureTime, takenAt: now };
}

/** People date scans of old prints, and the oldest photograph that is left is of 1826. */
const firstPhotographMs = Date.UTC(1826);

/** Refuses a file that uploads take and this purpose does not; null when it fits. */
function refusalFor({ size, type }: Found, { purpose }: Album): Refused | null {
  if (type === pdfType) return { code: "unsupported_type", key: "file_is_pdf" };
  if (purpose === "gallery") return null;
  if (type.startsWith("video/")) return { code: "unsupported_type", key: "file_is_video" };
  return purpose === "profile" && size > maxProfileImageBytes ? tooLarge(maxProfileImageBytes) : null;
}

const noAddress = () => refusedField("url", "upload_address_foreign", "upload_address_foreign_field");
