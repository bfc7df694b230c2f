import { CirclePlay, Download, Play, RotateCcw, Square } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { cx } from "../../ui/class-names.ts";
import { formatDuration } from "./video-badge.tsx";
import { altOf, downloadUrl } from "../words.ts";

interface VideoProps {
  readonly item: MediaItem;
  /** The viewer is a member and may download the original. */
  readonly mayHaveOriginal: boolean;
  /** A slideshow is running: the video starts by itself. */
  readonly plays: boolean;
  readonly onEnded: () => void;
}

/** Plays the open item above its picture: a video with the browser's own controls, or the few seconds of a motion photo. */
export function Video({ item, mayHaveOriginal, plays, onEnded }: VideoProps) {
  if (item.playback === null) return null;
  if (!item.fileType.startsWith("video/")) return item.playback === "ready" && <MotionPhoto item={item} />;
  if (item.playback === "ready") return <Player item={item} plays={plays} onEnded={onEnded} />;
  return <Unplayable item={item} mayHaveOriginal={mayHaveOriginal} />;
}

const addressOf = ({ filePath }: MediaItem) => `${filePath}?size=video`;

const pill =
  "edge flex min-h-12 items-center gap-2.5 rounded-full bg-card px-5 font-bold text-main hover:bg-tint disabled:opacity-60";

/** Centres its children on the picture. Clicks beside them reach the picture. */
const Middle = ({ children }: { children: ReactNode }) => (
  <div className="pointer-events-none absolute inset-0 z-[9] grid place-content-center justify-items-center gap-3 p-6 text-center *:pointer-events-auto">
    {children}
  </div>
);

function Player({ item, plays, onEnded }: Pick<VideoProps, "item" | "plays" | "onEnded">) {
  const [isOn, setOn] = useState(plays);
  const [hasFailed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  if (plays && !isOn) setOn(true);
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    // The pressed button is gone, so the player takes the focus.
    if (!plays) player.focus();
    // Without a click, some browsers play a video only without its sound.
    else player.play().catch(() => playSilently(player));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a slideshow that starts or stops later does not restart the video
  }, [isOn, hasFailed]);

  if (hasFailed) {
    return (
      <Middle>
        <p role="alert" className="rounded-card bg-scrim/80 px-4 py-2 font-semibold text-on-photo">
          This video did not load.
        </p>
        <button type="button" className={pill} onClick={() => setFailed(false)}>
          <RotateCcw aria-hidden="true" size={18} />
          Try Again
        </button>
      </Middle>
    );
  }
  if (!isOn) {
    return (
      <Middle>
        <button type="button" className={pill} onClick={() => setOn(true)}>
          <Play aria-hidden="true" size={20} className="fill-current" />
          Play video
          {item.durationMs !== null && <span className="steady text-soft">{formatDuration(item.durationMs)}</span>}
        </button>
      </Middle>
    );
  }
  return (
    // The bar above stays free, and on wide screens the arrows at the sides.
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- videos of friends have no subtitles
    <video
      ref={video}
      src={addressOf(item)}
      poster={`${item.filePath}?size=large`}
      aria-label={altOf(item)}
      controls
      autoPlay
      playsInline
      onEnded={onEnded}
      onError={() => setFailed(true)}
      className="absolute inset-x-0 top-(--bar) bottom-0 z-20 h-[calc(100%-var(--bar))] w-full bg-scrim object-contain pb-[env(safe-area-inset-bottom)] md:inset-x-20 md:w-[calc(100%-10rem)]"
    />
  );
}

function playSilently(player: HTMLVideoElement): void {
  player.muted = true;
  player.play().catch(() => {});
}

/** Plays a motion photo once at a press and then shows the photo again. */
function MotionPhoto({ item }: { item: MediaItem }) {
  const [isOn, setOn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      {isOn && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a few seconds of sound around a photo
        <video
          src={addressOf(item)}
          aria-hidden="true"
          autoPlay
          playsInline
          onEnded={() => setOn(false)}
          onError={() => {
            setOn(false);
            setFailed(true);
          }}
          className={cx(
            "pointer-events-none absolute inset-0 size-full bg-scrim object-contain",
            // Like the photo itself.
            item.height > item.width && "pt-(--bar) pb-(--foot)",
          )}
        />
      )}
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => {
          setFailed(false);
          setOn(!isOn);
        }}
        className="absolute top-(--bar) left-4 z-10 flex min-h-11 items-center gap-2 rounded-full bg-scrim/80 px-4 text-sm font-bold text-on-photo hover:bg-scrim"
      >
        {isOn ? (
          <Square aria-hidden="true" size={16} className="fill-current" />
        ) : (
          <CirclePlay aria-hidden="true" size={18} />
        )}
        {isOn ? "Stop" : "Play moving photo"}
      </button>
      {hasFailed && (
        <Middle>
          <p role="alert" className="rounded-card bg-scrim/80 px-4 py-2 font-semibold text-on-photo">
            This moment did not load.
          </p>
        </Middle>
      )}
    </>
  );
}

const reasons = {
  processing: "This video is being made ready to play...",
  failed: "This video could not be processed.",
  unavailable: "This video cannot be played here.",
  unknown: "This video is in a format that cannot be played here.",
  protected: "This video is copy-protected (DRM), so it cannot be played here.",
} as const;
/** What a member can do with the original. */
const advice: Partial<Record<string, string>> = {
  unknown: "Download the original and open it in another player.",
  protected: "Download the original and play it in the app that it comes from.",
};

function Unplayable({ item, mayHaveOriginal }: Pick<VideoProps, "item" | "mayHaveOriginal">) {
  if (item.playback === null || item.playback === "ready") return null;
  return (
    <Middle>
      <output className="max-w-prose rounded-card bg-scrim/80 px-4 py-2 text-center font-semibold text-on-photo">
        {reasons[item.playback]} {mayHaveOriginal && advice[item.playback]}
      </output>
      {mayHaveOriginal && (
        <a href={downloadUrl(item)} download={item.fileName} className={pill}>
          <Download aria-hidden="true" size={18} />
          Download the original
        </a>
      )}
    </Middle>
  );
}
