import { type RefObject, useLayoutEffect } from "react";

/** The smallest `--scale` of a card. `cards.css` keeps text readable at it. */
const minScale = 0.45;
const steps = 6;

/** The smallest distance of a card's content to the lower edge of its place, in pixels: the shadow of a sticker. */
const shadowPx = 8;

/** Sets `--scale` on a card that is too high for its place, so that all of it stands above the foot. It measures again when the size changes. */
export function useFit(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = card.current;
    if (!place) return undefined;
    const parts = [...place.children].filter(
      (part) => part instanceof HTMLElement && !part.matches(".show-drum, canvas"),
    );
    // Without transforms, since a card that comes is larger than one that stands.
    const fitsAt = (scale: number) => {
      place.style.setProperty("--scale", scale.toFixed(3));
      const ends = parts.map((part) => (part instanceof HTMLElement ? part.offsetTop + part.offsetHeight : 0));
      return Math.max(...ends) <= place.clientHeight - shadowPx;
    };
    const fit = () => {
      if (fitsAt(1)) return;
      let [fits, fails] = [minScale, 1];
      for (let step = 0; step < steps; step++) {
        const scale = (fits + fails) / 2;
        if (fitsAt(scale)) fits = scale;
        else fails = scale;
      }
      fitsAt(fits);
    };
    // The observer reports the first size too, before the first frame.
    const watching = new ResizeObserver(fit);
    watching.observe(place);
    // Another font has other widths.
    document.fonts.addEventListener("loadingdone", fit);
    return () => {
      watching.disconnect();
      document.fonts.removeEventListener("loadingdone", fit);
    };
  }, [card]);
}
