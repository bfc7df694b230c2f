import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { placeQuery } from "../queries.ts";

const WhereDialog = onDemand(async () => (await import("./where-dialog.tsx")).WhereDialog);

/** For members: where the open photo was taken, when its file says so. */
export function Where({ item }: { item: MediaItem }) {
  const [isOpen, setOpen] = useState(false);
  const { data: place } = useQuery(placeQuery(item.id));
  if (!place) return null;
  return (
    <>
      <button
        type="button"
        aria-label="Where"
        data-tip="Where"
        onClick={() => setOpen(true)}
        {...WhereDialog.hint}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-on-photo/20"
      >
        <MapPin aria-hidden="true" size={22} />
      </button>
      <WhereDialog open={isOpen} onOpenChange={setOpen} place={place} />
    </>
  );
}
