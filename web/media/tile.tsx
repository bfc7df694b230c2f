import { Heart, Play } from "lucide-react";
import { type MouseEvent, memo } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { type Rendition, renditionOf } from "../scenes/cover.tsx";
import { Picture } from "../ui/picture.tsx";
import { FailedTile } from "./failed-tile.tsx";
import { preloadViewer } from "./viewer-door.tsx";
import { altOf } from "./words.ts";

interface TileProps {
  readonly item: MediaItem;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly eager: boolean;
  readonly mayDelete: boolean;
  readonly onOpen: (id: string) => void;
}

/** The longer side of a small rendition, in pixels. */
const thumbSide = 400;

/** The smallest rendition that is sharp at this size on this screen. */
const sizeFor = (width: number, height: number): Rendition =>
  Math.max(width, height) * Math.min(devicePixelRatio, 2) <= thumbSide * 1.15 ? "thumb" : "medium";

/** One photo of a gallery, in a box of exactly this size from the start. */
export const Tile = memo(function Tile({ item, width, height, eager, mayDelete, onOpen }: TileProps) {
  const box = { width, height };
  if (item.state === "failed") return <FailedTile item={item} mayDelete={mayDelete} style={box} />;
  if (item.state === "processing") return <ProcessingTile item={item} style={box} />;

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(item.id);
  };
  return (
    <a
      href={`?photo=${item.id}`}
      data-photo={item.id}
      onClick={open}
      onPointerEnter={preloadViewer}
      onFocus={preloadViewer}
      style={box}
      className="group relative block shrink-0 overflow-hidden rounded-photo"
    >
      <Picture
        src={renditionOf(item.filePath, sizeFor(width, height))}
        alt={altOf(item)}
        thumbhash={item.placeholder}
        eager={eager}
        {...box}
        style={box}
        className="object-cover transition-[filter] group-hover:brightness-105"
      />
      {item.fileType.startsWith("video/") && (
        <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-full bg-scrim/70 text-on-photo">
          <Play aria-hidden="true" size={16} className="fill-current" />
        </span>
      )}
      {item.likes > 0 && (
        <span className="steady absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-full bg-scrim/75 px-2 py-1 text-xs leading-none font-bold text-on-photo">
          <Heart aria-hidden="true" size={13} className={item.liked ? "fill-current" : undefined} />
          {item.likes}
          <span className="sr-only">{item.likes === 1 ? "like" : "likes"}</span>
        </span>
      )}
    </a>
  );
});

/** A photo whose renditions are being made: it turns into the picture by itself. */
const ProcessingTile = ({ item, style }: { item: MediaItem; style: { width: number; height: number } }) => (
  <div data-photo={item.id} style={style} className="relative shrink-0 overflow-hidden rounded-photo bg-tint">
    <div className="animate-pulse-slow absolute inset-0 bg-linear-to-br from-line to-transparent" />
    <p className="absolute inset-x-2 bottom-2 truncate text-center text-xs font-semibold text-soft">
      Developing<span className="sr-only"> {item.fileName}</span>...
    </p>
  </div>
);
