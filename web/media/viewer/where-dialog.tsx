import { ExternalLink } from "lucide-react";
import { useBackCloses } from "../../ui/back.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { type Place, coordinatesOf, heightOf, mapOf } from "./place-words.ts";

/** Where a photo was taken. Nobody outside hears of it unless the map is opened. */
export function WhereDialog({ place, ...state }: DialogState & { place: Place }) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  const map = mapOf(place, navigator.userAgent);
  const height = heightOf(place);
  return (
    <Dialog {...state} title="Where" text="Only members see this.">
      <div className="grid gap-4">
        <p className="steady text-lg font-semibold">
          {coordinatesOf(place)}
          {height && <span className="block text-base font-normal text-soft">{height}</span>}
        </p>
        <p className="text-sm text-soft">Opening the map tells {map.teller} this place.</p>
        <a
          href={map.href}
          {...(map.isPage && { target: "_blank" })}
          rel="noreferrer"
          className={buttonLook("primary", "md")}
        >
          <ExternalLink aria-hidden="true" size={18} />
          Open the map
        </a>
      </div>
    </Dialog>
  );
}
