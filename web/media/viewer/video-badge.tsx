import { CirclePlay, Play } from "lucide-react";
import type { MediaItem } from "#contract/media-item.ts";

/** "0:03", "1:02:30". */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const pill =
  "pointer-events-none steady absolute bottom-1.5 left-1.5 flex items-center gap-1 rounded-full bg-scrim/75 px-2 py-1 text-xs leading-none font-bold text-on-photo";

/** The badge of a tile: the length of a video, or a sign that a photo can be played. */
export function VideoBadge({ item }: { item: MediaItem }) {
  if (item.fileType.startsWith("video/")) {
    return (
      <span className={pill}>
        <Play aria-hidden="true" size={13} className="fill-current" />
        {item.durationMs === null ? (
          <span className="sr-only">Video</span>
        ) : (
          <>
            <span className="sr-only">Video, </span>
            {formatDuration(item.durationMs)}
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
