import { ExternalLink } from "lucide-react";
import { useBackCloses } from "../../ui/back.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { type PhotoLocation, coordinatesOf, heightOf, mapOf } from "./location-words.ts";

/** Shows where a photo was taken. No other company learns it unless the person opens the map. */
export function LocationDialog({ location, ...state }: DialogState & { location: PhotoLocation }) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  const map = mapOf(location, navigator.userAgent);
  const height = heightOf(location);
  return (
    <Dialog {...state} title="Where" text="Only members see this.">
      <div className="grid gap-4">
        <p className="steady text-lg font-semibold">
          {coordinatesOf(location)}
          {height && <span className="block text-base font-normal text-soft">{height}</span>}
        </p>
        <p className="text-sm text-soft">Opening the map tells {map.sharedWith} this place.</p>
        <a
          href={map.href}
          {...(map.isPage && { target: "_blank" })}
          rel="noreferrer"
          className={buttonLook("primary", "md")}
        >
          <ExternalLink aria-hidden="true" size={18} />
          Open the Map
        </a>
      </div>
    </Dialog>
  );
}
