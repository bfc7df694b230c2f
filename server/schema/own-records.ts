/** A file of the export: the person, or a list of their records. The zip has the files in this order. */
export const recordNames = [
  "profile",
  "passkeys",
  "sessions",
  "alerts",
  "squads",
  "trips",
  "votes",
  "receipts",
  "receiptHearts",
  "bonusOptOuts",
  "notForMe",
  "likes",
  "alsoAdded",
  "identities",
  "imports",
  "media",
] as const;
export type RecordName = (typeof recordNames)[number];

/** What a room knows of a person, by the name of the file. A list without a bound comes in parts. */
export type OwnRecords = {
  readonly [N in RecordName]?: readonly OwnRecord[N][] | AsyncIterable<readonly OwnRecord[N][]>;
};

/** The rows of each file. Names and counts that others write are null once the person has left their trip or squad. */
export interface OwnRecord {
  profile: {
    id: string;
    firstName: string;
    lastName: string;
    email: string;
    emailConfirmedAt: Date | null;
    bio: string | null;
    profileImageUrl: string | null;
    uploadedBytes: number;
    createdAt: Date;
  };
  passkeys: { name: string; createdAt: Date; lastUsedAt: Date | null };
  sessions: { device: string | null; signedInAt: Date; lastSeenAt: Date };
  alerts: { what: string; detail: string | null; email: string; at: Date };
  identities: { provider: string; subject: string; email: string | null; linkedAt: Date };
  squads: { id: string; name: string; description: string; role: "admin" | "member" };
  trips: {
    id: string;
    name: string;
    location: string;
    startDate: string;
    endDate: string;
    squad: string | null;
    createdByMe: boolean;
    mood: string | null;
    excitementLevel: number | null;
  };
  votes: OfAward & {
    votedFor: string | null;
    isVoid: boolean | null;
    isSkipped: boolean;
    isSealed: boolean | null;
  };
  receipts: OfAward & { about: string | null; text: string | null; mediaId: string | null };
  receiptHearts: OfAward & { about: string | null };
  bonusOptOuts: Pick<OfAward, "trip">;
  /** The awards that the person has taken their own name off. */
  notForMe: OfAward;
  likes: OfAlbum & { mediaId: string };
  /** The photos of others that the person has added too. */
  alsoAdded: OfAlbum & { mediaId: string; caption: string | null; at: string };
  imports: OfAlbum & { fileName: string; state: string; mediaId: string | null; at: string };
  media: OwnFile;
}

interface OfAward {
  trip: string | null;
  award: string | null;
}

interface OfAlbum {
  trip: string | null;
  squad: string | null;
}

/** A file that someone uploaded. Moments are ISO texts. */
export interface OwnFile extends OfAlbum {
  readonly id: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly size: number;
  readonly crc32: number;
  readonly sha256: string;
  readonly purpose: string;
  readonly deletedAt: string | null;
  /** The id of the Live Photo of which this file is the video; that photo stands just before it. */
  readonly filmOf: string | null;
  readonly caption: string | null;
  readonly likes: number | null;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string;
  /** The place in the order of time: that of the photo for a film. */
  readonly orderedAt: string;
  readonly utcOffset: number | null;
  readonly isLocalClock: boolean;
  readonly tripId: string | null;
  readonly squadId: string | null;
  readonly uploadedAt: string;
}
