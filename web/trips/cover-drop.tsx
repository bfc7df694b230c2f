import { ImagePlus } from "lucide-react";
import { type DragEvent, useState } from "react";
import type { ImageUpload } from "../media/uploads/use-image-upload.ts";
import { Cover } from "../scenes/cover.tsx";
import { cx } from "../ui/class-names.ts";

/**
 * The picture that a trip will show at its top, as large as there: the chosen photo, or the drawn cover. A photo that is dropped on it
 * is uploaded, and a press chooses one. The buttons beside it do the same for keyboards.
 */
export function CoverDrop({ id, photo, upload }: { id: string; photo: string | undefined; upload: ImageUpload }) {
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Without this the page below takes the file into its gallery.
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  const start = (file: File | undefined) => file && void upload.start(file);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nobody drops with keys; the buttons beside it do the same
    <label
      className={cx(
        "relative block overflow-hidden rounded-tile border-2 border-field-line hover:border-edge",
        isOver && "outline-3 outline-offset-2 outline-focus",
      )}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        hover(event);
        setOver(false);
        start(event.dataTransfer.files[0]);
      }}
    >
      <input
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          start(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {photo === undefined ? (
        <Cover of={{ id, photoUrl: null }} eager className="aspect-[5/2] w-full" />
      ) : (
        <img src={photo} alt="What the trip will show at its top" className="aspect-[5/2] w-full object-cover" />
      )}
      <span
        aria-hidden="true"
        className="absolute right-2 bottom-2 flex items-center gap-2 rounded-full bg-card px-3 py-1.5 text-sm font-bold pointer-coarse:hidden"
      >
        <ImagePlus size={16} />
        Drop a photo here
      </span>
    </label>
  );
}
