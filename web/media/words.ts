import type { MediaItem } from "#contract/media-item.ts";
import { fullNameOf } from "../ui/avatar.tsx";

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** "4 Jul 2026, 18:20" by the clock where it was taken; where nobody knows that, by the one where it is looked at. */
export const whenOf = ({ takenAt, localTime }: Pick<MediaItem, "takenAt" | "localTime">): string =>
  localTime === null ? moment.format(new Date(takenAt)) : clock.format(new Date(`${localTime}Z`));

/** Whose it is; someone whose account is gone has no name any more. */
export const whoseOf = ({ uploader }: Pick<MediaItem, "uploader">): string =>
  uploader ? fullNameOf(uploader) : "Someone who left";

/** What a photo is called for those who cannot see it: its caption, or who took it and when. */
export function altOf(item: MediaItem): string {
  const kind = isFilm(item) ? "Video" : "Photo";
  return item.caption || `${kind} by ${whoseOf(item)}, ${whenOf(item)}`;
}

/** "1 photo", "3 videos", "2 photos and 1 video". */
export function photosAndVideos(photos: number, videos: number): string {
  const told = [photos > 0 && counted(photos, "photo"), videos > 0 && counted(videos, "video")];
  return told.filter(Boolean).join(" and ") || counted(0, "photo");
}

/** "2 photos and 1 video" of these. */
export function namedTogether(items: readonly Pick<MediaItem, "fileType">[]): string {
  const videos = items.filter(isFilm).length;
  return photosAndVideos(items.length - videos, videos);
}

export const isFilm = ({ fileType }: Pick<MediaItem, "fileType">): boolean => fileType.startsWith("video/");

const counted = (count: number, what: string) => `${count.toLocaleString("en-GB")} ${what}${count === 1 ? "" : "s"}`;

/** The address of a photo's original, as a file to keep. */
export const downloadUrl = ({ filePath }: Pick<MediaItem, "filePath">): string => `${filePath}?download=1`;
