import type { MediaItem } from "#contract/media-item.ts";
import { formatCount, listed, plural } from "#contract/locale.ts";
import { fullNameOf } from "../ui/avatar.tsx";
import { formatTime } from "./dates.ts";

/** "4 Jul 2026, 18:20" by the clock of the camera, or by that of this browser if the camera's is unknown. */
export const whenOf = ({ takenAt, localTime }: Pick<MediaItem, "takenAt" | "localTime">): string =>
  formatTime(localTime ?? new Date(takenAt));

/** The name of the uploader. A deleted account has none. */
export const whoseOf = ({ uploader }: Pick<MediaItem, "uploader">): string =>
  uploader ? fullNameOf(uploader) : "Someone who left";

/** The text in place of a photo, for screen readers: its caption, or its uploader and time. */
export function altOf(item: MediaItem): string {
  if (item.caption) return item.caption;
  const [whose, when] = [whoseOf(item), whenOf(item)];
  return isFilm(item) ? `Video by ${whose}, ${when}` : `Photo by ${whose}, ${when}`;
}

/** "1 photo", "3 videos", "2 photos and 1 video". */
export function photosAndVideos(photos: number, videos: number): string {
  const [photoCount, videoCount] = [formatCount(photos), formatCount(videos)];
  const ofPhotos = plural(photos, { one: `${photoCount} photo`, other: `${photoCount} photos` });
  const ofVideos = plural(videos, { one: `${videoCount} video`, other: `${videoCount} videos` });
  return videos === 0 ? ofPhotos : photos === 0 ? ofVideos : listed([ofPhotos, ofVideos]);
}

/** "2 photos and 1 video", counted in a list. */
export function namedTogether(items: readonly Pick<MediaItem, "fileType">[]): string {
  const videos = items.filter(isFilm).length;
  return photosAndVideos(items.length - videos, videos);
}

export const isFilm = ({ fileType }: Pick<MediaItem, "fileType">): boolean => fileType.startsWith("video/");

/** The address that downloads a photo's original. */
export const downloadUrl = ({ filePath }: Pick<MediaItem, "filePath">): string => `${filePath}?download=1`;
