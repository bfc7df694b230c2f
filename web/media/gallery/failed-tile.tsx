import { useQueryClient } from "@tanstack/react-query";
import { Download, ImageOff, Trash2 } from "lucide-react";
import type { MediaItem } from "#contract/media-item.ts";
import { deletePhotos } from "../photos/delete-photos.ts";
import { downloadUrl } from "../words.ts";

const small = "grid size-11 place-items-center rounded-full hover:bg-card";

/** The tile of a file without renditions, because processing failed. Its original is safe and can be downloaded. */
export function FailedTile({
  item,
  mayDelete,
  style,
}: {
  item: MediaItem;
  mayDelete: boolean;
  style: { width: number; height: number };
}) {
  const client = useQueryClient();
  return (
    <div
      data-photo={item.id}
      style={style}
      className="grid shrink-0 content-center justify-items-center gap-1 overflow-hidden rounded-photo border-2 border-dashed border-field-line bg-tint p-1 text-center"
    >
      <p className="line-clamp-2 text-xs leading-tight font-semibold text-soft" title={item.fileName}>
        <ImageOff aria-hidden="true" size={18} className="mx-auto mb-0.5" />
        <span className="sr-only">{item.fileName} </span>could not be processed
      </p>
      <div className="flex">
        <a
          href={downloadUrl(item)}
          download={item.fileName}
          aria-label={`Download the original of ${item.fileName}`}
          data-tip="Download the original"
          className={small}
        >
          <Download aria-hidden="true" size={18} />
        </a>
        {mayDelete && (
          <button
            type="button"
            aria-label={`Delete ${item.fileName}`}
            data-tip="Delete"
            className={small}
            onClick={() => void deletePhotos(client, [item])}
          >
            <Trash2 aria-hidden="true" size={18} />
          </button>
        )}
      </div>
    </div>
  );
}
