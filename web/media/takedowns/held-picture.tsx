import { useState } from "react";
import type { HeldPhoto } from "#contract/takedowns.ts";
import { renditionOf } from "../../scenes/rendition.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Picture } from "../../ui/picture.tsx";
import { altOf, isFilm, whenOf, whoseOf } from "../words.ts";

/** A held photo in a dialog of its own, as large as the window allows. */
export function HeldPicture({ item, onClose }: { item: HeldPhoto | undefined; onClose: () => void }) {
  // The dialog keeps its photo while it closes.
  const [shown, setShown] = useState(item);
  if (item && item !== shown) setShown(item);
  if (!shown) return null;
  return (
    <Dialog
      open={item !== undefined}
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={isFilm(shown) ? "The Video" : "The Photo"}
      text={`${whoseOf(shown)}, ${whenOf(shown)}`}
    >
      <LargePicture item={shown} />
    </Dialog>
  );
}

/** The picture of a held photo. A video plays, once it can. */
export function LargePicture({ item }: { item: HeldPhoto }) {
  const box = "mx-auto max-h-[60dvh] w-auto max-w-full rounded-photo bg-tint object-contain";
  if (isFilm(item) && item.playback === "ready")
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own videos have no captions
      <video
        controls
        playsInline
        preload="metadata"
        aria-label={altOf(item)}
        width={item.width}
        height={item.height}
        poster={renditionOf(item.filePath, "large")}
        src={`${item.filePath}?size=video`}
        className={box}
      />
    );
  if (item.state !== "ready") return <p className="text-soft">There is no picture of this one yet.</p>;
  return (
    <Picture
      src={renditionOf(item.filePath, "large")}
      alt={altOf(item)}
      width={item.width}
      height={item.height}
      thumbhash={item.placeholder}
      eager
      className={box}
    />
  );
}
