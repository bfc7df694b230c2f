import { FileX, Film, Image, X } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { controlLook } from "../../ui/field.tsx";
import { type Showable, drawThumbnail } from "./draw-thumbnail.ts";
import { formatBytes } from "../sizes.ts";
import { isVideo } from "./upload-list.ts";

const maxCaptionLength = 500;

/** A chosen file: what it shows, what is wrong with it, its caption, and a button to remove it. */
export const ChosenCard = memo(function ChosenCard({
  chosen: { id, file, caption },
  fault,
  onCaption,
  onRemove,
}: {
  chosen: { readonly id: string; readonly file: Showable; readonly caption: string };
  fault: string | undefined;
  onCaption: (id: string, caption: string) => void;
  onRemove: (id: string, button: HTMLElement) => void;
}) {
  return (
    <li className={cx("flex min-w-0 flex-col gap-2 sm:w-70", fault !== undefined && "text-alarm")}>
      <div className="relative">
        {fault === undefined ? <Thumbnail file={file} /> : <Placeholder icon={FileX} words="" />}
        <IconButton
          label={`Remove ${file.name}`}
          look="plain"
          onClick={({ currentTarget }) => onRemove(id, currentTarget)}
          className="absolute top-2 right-2"
        >
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <p className="flex gap-2 text-sm">
        <bdi className="min-w-0 flex-1 truncate font-semibold">{file.name}</bdi>
        <span className="shrink-0 text-soft">{formatBytes(file.size)}</span>
      </p>
      {fault === undefined ? (
        <CaptionField fileName={file.name} caption={caption} onCaption={(words) => onCaption(id, words)} />
      ) : (
        <p className="text-sm font-semibold">{fault}</p>
      )}
    </li>
  );
});

/** The field of a caption. On a phone, where there is little room, it is a button until it is tapped. */
function CaptionField({
  fileName,
  caption,
  onCaption,
}: {
  fileName: string;
  caption: string;
  onCaption: (words: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // Safari shows its keyboard only for a focus within the tap.
    flushSync(() => setOpen(true));
    field.current?.focus();
  };
  return (
    <>
      {!isOpen && (
        <button
          type="button"
          aria-label={caption ? `${caption}, Edit Caption for ${fileName}` : `Add Caption for ${fileName}`}
          onClick={open}
          className="min-h-11 rounded-tile bg-tint px-3 text-left text-sm font-semibold sm:hidden"
        >
          <bdi className="line-clamp-2 wrap-anywhere">{caption || "Add Caption"}</bdi>
        </button>
      )}
      <input
        ref={field}
        aria-label={`Caption of ${fileName}`}
        placeholder="Add a caption"
        value={caption}
        maxLength={maxCaptionLength}
        dir="auto"
        autoComplete="off"
        onChange={({ currentTarget }) => onCaption(currentTarget.value)}
        onBlur={() => setOpen(false)}
        className={cx(controlLook, !isOpen && "max-sm:hidden")}
      />
    </>
  );
}

/** Shows the file itself, or says that this browser cannot. */
export function Thumbnail({ file }: { file: Showable }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState<boolean>();
  useEffect(() => {
    const drawing = new AbortController();
    void drawThumbnail(file, canvas.current!, drawing.signal).then(
      (drawn) => !drawing.signal.aborted && setDrawn(drawn),
    );
    return () => drawing.abort();
  }, [file]);
  const [icon, what] = isVideo(file) ? ([Film, "video"] as const) : ([Image, "photo"] as const);
  return (
    <div className="relative">
      <Placeholder icon={icon} words={isDrawn === false ? `This browser cannot show this ${what}` : ""} />
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-drawn={isDrawn}
        className={cx("absolute inset-0 size-full rounded-photo object-cover", isDrawn !== true && "invisible")}
      />
      {isDrawn === true && what === "video" && (
        <Film
          aria-hidden="true"
          size={22}
          className="absolute bottom-2 left-2 rounded-full bg-scrim/70 p-1 text-on-photo"
        />
      )}
    </div>
  );
}

const Placeholder = ({ icon: Icon, words }: { icon: typeof Image; words: string }) => (
  <div className="grid aspect-3/2 w-full place-content-center justify-items-center gap-2 rounded-photo bg-tint px-4 text-center text-sm text-soft">
    <Icon aria-hidden="true" size={28} />
    {words}
  </div>
);
