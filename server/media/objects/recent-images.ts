// Decision 077: why rights to photos are kept for two seconds, and when they are dropped.
import { LRUCache } from "lru-cache";
import type { LiveEvent } from "#contract/live.ts";
import type { StoredImage } from "./objects.ts";

const keptMs = 2000;
const maxPhotos = 10_000;
const maxViews = 10_000;
/** Above this number, changes that are older than every kept answer are forgotten. */
const maxChanges = 1000;

export type Image = Omit<StoredImage, "mayHaveOriginal" | "isOpenToAll">;

export interface Album {
  readonly squadId: string | null;
  readonly tripId: string | null;
}

/** A viewer who may see the photos of an album, with the rights to them. */
export interface View extends Pick<StoredImage, "mayHaveOriginal" | "isOpenToAll"> {
  /** Null for a visitor. */
  readonly userId: string | null;
}

/** Whether a hint of this kind may be about rights to photos, or about the photos themselves. */
const mayChangeImages: Readonly<Record<LiveEvent["kind"], boolean>> = {
  members: true,
  media: true,
  trip: true,
  squad: true,
  deleted: true,
  account: true,
  vote: false,
  revealed: false,
  categories: false,
  mail: false,
  night: false,
  reaction: false,
  here: false,
  inbox: false,
  seen: false,
  costs: false,
};

export type RecentImages = ReturnType<typeof openRecentImages>;

/**
 * Keeps for two seconds who may see an album, and the photos of galleries. An answer counts only if its statement began after the last
 * hint about its squad, its trip and its viewer, so nothing that was read before a change is used after it.
 */
export function openRecentImages(now: () => number = () => performance.now()) {
  const photos = new LRUCache<string, { image: Image; album: Album; beganAt: number }>({ max: maxPhotos });
  const views = new LRUCache<string, { view: View; beganAt: number }>({ max: maxViews });
  /** When the last hint about a squad, a trip or a person came. */
  const changes = new Map<string, number>();

  const isCurrent = (beganAt: number, scopes: readonly (string | null)[]) =>
    now() - beganAt < keptMs && scopes.every((id) => id === null || beganAt > (changes.get(id) ?? -Infinity));

  return {
    /** The image with this session's rights; null when the database must be asked. */
    find(session: Buffer | null, id: string): StoredImage | null {
      const photo = photos.get(id);
      if (!photo) return null;
      const { image, album } = photo;
      const seen = views.get(viewKey(session, album));
      if (!seen) return null;
      const { userId, mayHaveOriginal, isOpenToAll } = seen.view;
      const scopes = [album.squadId, album.tripId, userId];
      const isKnown = isCurrent(photo.beganAt, scopes) && isCurrent(seen.beganAt, scopes);
      return isKnown ? { ...image, mayHaveOriginal, isOpenToAll } : null;
    },
    /** Call it before a statement. Keeps what that statement finds. */
    begin() {
      const beganAt = now();
      return {
        keepPhoto: (image: Image, album: Album) => void photos.set(image.id, { image, album, beganAt }),
        keepView: (session: Buffer | null, album: Album, view: View) =>
          void views.set(viewKey(session, album), { view, beganAt }),
      };
    },
    /** Drops what a hint may have changed. */
    note({ id, kind }: LiveEvent): void {
      if (!mayChangeImages[kind]) return;
      if (changes.size >= maxChanges)
        for (const [other, at] of changes) if (now() - at >= keptMs) changes.delete(other);
      changes.set(id, now());
    },
  };
}

const viewKey = (session: Buffer | null, { squadId, tripId }: Album) =>
  `${session?.toString("latin1") ?? ""} ${squadId} ${tripId}`;
