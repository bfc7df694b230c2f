import { Check, Heart, MessageCircle } from "lucide-react";
import { type MouseEvent, type ReactNode, memo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { plural } from "#contract/locale.ts";
import { type Rendition, renditionOf } from "../../scenes/rendition.ts";
import { cx } from "../../ui/class-names.ts";
import { Picture } from "../../ui/picture.tsx";
import { FailedTile } from "./failed-tile.tsx";
import { VideoBadge } from "../viewer/video-badge.tsx";
import { preloadViewer } from "../viewer/viewer-door.tsx";
import { altOf } from "../words.ts";

export interface TileProps {
  readonly item: MediaItem;
  /** Its index in the gallery. */
  readonly index: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly eager: boolean;
  readonly mayDelete: boolean;
  /** Somebody else added it since the viewer looked. */
  readonly isNew: boolean;
  /** Undefined outside a selection. */
  readonly chosen: boolean | undefined;
  /** The viewer may select photos. */
  readonly mayChoose: boolean;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

/** The longer sides of renditions, in pixels, smallest first. */
const sides = { thumb: 400, medium: 1200 } as const;
/** A picture may be enlarged this much before it looks soft. */
const maxEnlarged = 1.15;

/** The smallest rendition that looks sharp at this size on this screen. */
function sizeFor(width: number, height: number): Rendition {
  const pixels = (Math.max(width, height) * Math.min(devicePixelRatio, 2)) / maxEnlarged;
  return pixels <= sides.thumb ? "thumb" : pixels <= sides.medium ? "medium" : "large";
}

/** One photo of a gallery, in a box of fixed size. During a selection it is a checkbox. */
export const Tile = memo(function Tile(props: TileProps) {
  const { item, index, width, height, eager, mayDelete, isNew, chosen, mayChoose, onOpen, onToggle } = props;
  const box = { width, height };
  const isSelecting = chosen !== undefined;
  const press = (event: MouseEvent) => {
    if (!isSelecting && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
    event.preventDefault();
    if (isSelecting) onToggle(item.id);
    else onOpen(item.id);
  };
  const checkbox = isSelecting && ({ role: "checkbox", "aria-checked": chosen } as const);

  if (item.state !== "ready") {
    return (
      <Frame chosen={chosen}>
        {item.state === "failed" ? (
          <FailedTile item={item} mayDelete={mayDelete} style={box} />
        ) : (
          <ProcessingTile item={item} style={box} />
        )}
        {isSelecting && (
          <button
            type="button"
            {...checkbox}
            data-index={index}
            aria-label={item.fileName}
            onClick={press}
            className="absolute inset-0 rounded-photo"
          />
        )}
      </Frame>
    );
  }
  return (
    <Frame chosen={chosen}>
      <a
        href={`?photo=${item.id}`}
        {...checkbox}
        data-photo={item.id}
        data-index={index}
        draggable={false}
        onClick={press}
        onPointerEnter={preloadViewer}
        onFocus={preloadViewer}
        style={box}
        className="relative block overflow-hidden rounded-photo select-none [-webkit-touch-callout:none]"
      >
        <Picture
          src={renditionOf(item.filePath, sizeFor(width, height))}
          alt={altOf(item)}
          thumbhash={item.placeholder}
          eager={eager}
          draggable={false}
          {...box}
          style={box}
          className="object-cover transition-[filter] group-hover:brightness-105"
        />
        <VideoBadge item={item} />
        {isNew && (
          <span className="edge absolute top-2 right-2 size-3.5 rounded-full bg-spot">
            <span className="sr-only">New</span>
          </span>
        )}
        {item.likes + (item.comments ?? 0) > 0 && (
          <span className="steady absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-full bg-scrim/75 px-2 py-1 text-xs leading-none font-bold text-on-photo">
            {item.likes > 0 && (
              <>
                <Heart aria-hidden="true" size={13} className={item.liked ? "fill-current" : undefined} />
                {item.likes}
                <span className="sr-only">{plural(item.likes, { one: "like", other: "likes" })}</span>
              </>
            )}
            {item.comments ? (
              <>
                <MessageCircle aria-hidden="true" size={13} />
                {item.comments}
                <span className="sr-only">{plural(item.comments, { one: "comment", other: "comments" })}</span>
              </>
            ) : null}
          </span>
        )}
      </a>
      {mayChoose && !isSelecting && (
        // For the mouse only: the keyboard uses the space bar, touch uses a long press. It does not grow with the letters, because the rest
        // of the photo opens it.
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Select ${altOf(item)}`}
          onClick={() => onToggle(item.id)}
          className="absolute top-0 left-0 hidden size-[min(44px,45%)] place-items-center text-on-photo opacity-0 group-hover:opacity-100 [@media(hover:hover)]:grid"
        >
          <span className="size-[24px] rounded-full border-2 border-current bg-scrim/50" />
        </button>
      )}
    </Frame>
  );
});

/** Adds the mark of a selected photo and the ring around it. */
const Frame = ({ chosen, children }: { chosen: boolean | undefined; children: ReactNode }) => (
  <div className="group relative size-full">
    {children}
    {chosen !== undefined && (
      <span
        aria-hidden="true"
        className={cx(
          "pointer-events-none absolute top-2.5 left-2.5 grid size-6 place-items-center rounded-full border-2",
          chosen ? "border-edge bg-spot text-on-spot" : "border-on-photo bg-scrim/50",
        )}
      >
        {chosen && <Check size={16} strokeWidth={3.5} />}
      </span>
    )}
    {chosen === true && (
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-photo border-4 border-spot shadow-[inset_0_0_0_2px_var(--edge-color)]"
      />
    )}
  </div>
);

/** The tile of a photo that the server still processes. The picture appears by itself. */
const ProcessingTile = ({ item, style }: { item: MediaItem; style: { width: number; height: number } }) => (
  <div data-photo={item.id} style={style} className="relative overflow-hidden rounded-photo bg-tint">
    <div className="animate-pulse-slow absolute inset-0 bg-linear-to-br from-line to-transparent" />
    <p className="absolute inset-x-2 bottom-2 truncate text-center text-xs font-semibold text-soft">
      Developing<span className="sr-only"> {item.fileName}</span>...
    </p>
  </div>
);
