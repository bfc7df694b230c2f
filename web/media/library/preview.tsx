import { Film } from "lucide-react";
import type { LibraryItem } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import { Button } from "../../ui/button.tsx";
import type { Step } from "./use-picking.ts";

const maxShown = 9;

/** Shows the selection before the import begins. */
export function Preview({
  preview: { items, unready, isStarting, problem },
  onCancel,
  onImport,
}: {
  preview: Step & { kind: "preview" };
  onCancel: () => void;
  onImport: () => Promise<void>;
}) {
  const more = items.length - maxShown;
  return (
    <section aria-labelledby="picked-title" className="grid gap-4">
      <h3 id="picked-title" tabIndex={-1} ref={takeFocus} className="font-bold outline-none">
        Selected photos <span className="font-normal text-soft">({items.length})</span>
      </h3>
      {items.length > 0 && (
        <ul className="grid grid-cols-4 gap-2 sm:grid-cols-5">
          {items.slice(0, maxShown).map((item) => (
            <Thumbnail key={item.id} item={item} />
          ))}
          {more > 0 && (
            <li className="edge grid aspect-square place-items-center rounded-card bg-card font-bold">+{more} more</li>
          )}
        </ul>
      )}
      {unready.length > 0 && (
        <p className="text-soft">
          {plural(unready.length, {
            one: "1 video is still being prepared by Google Photos and will be skipped. Try again in a while.",
            other: `${unready.length} videos are still being prepared by Google Photos and will be skipped. Try again in a while.`,
          })}
        </p>
      )}
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={isStarting} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={isStarting && "Importing..."}
          disabled={items.length === 0}
          onClick={() => void onImport()}
        >
          {plural(items.length, { one: "Import 1 photo", other: `Import ${items.length} photos` })}
        </Button>
      </div>
    </section>
  );
}

/** Moves the focus here, because the pressed button is gone. Screen readers then read the new step. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

const Thumbnail = ({ item: { baseUrl, filename, mimeType } }: { item: LibraryItem }) => (
  <li className="edge relative aspect-square overflow-hidden rounded-card bg-tint">
    <img src={`${baseUrl}?size=512`} alt={filename} decoding="async" className="size-full object-cover text-xs" />
    {mimeType.startsWith("video/") && (
      <span className="absolute right-1 bottom-1 rounded-full bg-scrim/60 p-1 text-on-photo">
        <Film aria-label="Video" size={16} />
      </span>
    )}
  </li>
);
