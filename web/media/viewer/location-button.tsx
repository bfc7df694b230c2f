import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { locationQuery } from "../queries.ts";

const LocationDialog = onDemand(async () => (await import("./location-dialog.tsx")).LocationDialog);

/** Opens the location of the open photo. Only members see it, and only if the file has a location. */
export function LocationButton({ item }: { item: MediaItem }) {
  const [isOpen, setOpen] = useState(false);
  const { data: location } = useQuery(locationQuery(item.id));
  if (!location) return null;
  return (
    <>
      <button
        type="button"
        aria-label="Where"
        data-tip="Where"
        onClick={() => setOpen(true)}
        {...LocationDialog.hint}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-on-photo/20"
      >
        <MapPin aria-hidden="true" size={22} />
      </button>
      <LocationDialog open={isOpen} onOpenChange={setOpen} location={location} />
    </>
  );
}
