import { Pencil } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useMe } from "../../viewer.ts";
import { Where } from "./where.tsx";
import { whenOf, whoseOf } from "../words.ts";

const CaptionDialog = onDemand(async () => (await import("./caption-dialog.tsx")).CaptionDialog);

/** What the open photo is of, who took it and when. Its owner can say what it is of. */
export function ViewerCaption({ item, mayKnowPlace }: { item: MediaItem; mayKnowPlace: boolean }) {
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const isOwn = item.uploader?.id === me.id;
  return (
    <div className="absolute inset-x-0 bottom-0 z-10 bg-linear-to-t from-scrim/90 via-scrim/70 to-transparent px-4 pt-10 pb-[max(1rem,env(safe-area-inset-bottom))] text-on-photo">
      <div className="mx-auto flex max-w-3xl items-center gap-3">
        {item.uploader && <Avatar person={item.uploader} className="text-on-face" />}
        <div className="grid min-w-0 flex-1 leading-snug">
          {item.caption && <p className="line-clamp-4 font-semibold wrap-anywhere">{item.caption}</p>}
          <p className="text-sm">
            {whoseOf(item)} · <time dateTime={item.takenAt}>{whenOf(item)}</time>
            {item.trip && ` · ${item.trip.name}`}
          </p>
        </div>
        {mayKnowPlace && <Where item={item} />}
        {isOwn && (
          <button
            type="button"
            onClick={() => setEditing(true)}
            {...CaptionDialog.hint}
            className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full border-2 border-current text-sm sm:px-4 font-bold hover:bg-on-photo/20"
          >
            <Pencil aria-hidden="true" size={16} />
            <span className="sr-only sm:not-sr-only">{item.caption ? "Edit Caption" : "Add Caption"}</span>
          </button>
        )}
      </div>
      {isOwn && <CaptionDialog open={editing} onOpenChange={setEditing} item={item} />}
    </div>
  );
}
