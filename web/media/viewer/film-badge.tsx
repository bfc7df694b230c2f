import { CirclePlay, Play } from "lucide-react";
import type { MediaItem } from "#contract/media-item.ts";

/** "0:03", "1:02:30". */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const pill =
  "steady absolute bottom-1.5 left-1.5 flex items-center gap-1 rounded-full bg-scrim/75 px-2 py-1 text-xs leading-none font-bold text-on-photo";

/** What a tile says of the film in it: how long a video is, that a photo can be played. */
export function FilmBadge({ item }: { item: MediaItem }) {
  if (item.fileType.startsWith("video/")) {
    return (
      <span className={pill}>
        <Play aria-hidden="true" size={13} className="fill-current" />
        {item.durationMs === null ? (
          <span className="sr-only">Video</span>
        ) : (
          <>
            <span className="sr-only">Video, </span>
            {lengthOf(item.durationMs)}
          </>
        )}
      </span>
    );
  }
  if (item.playback !== "ready") return null;
  return (
    <span className={pill}>
      <CirclePlay aria-hidden="true" size={13} />
      <span className="sr-only">Moving photo</span>
    </span>
  );
}
