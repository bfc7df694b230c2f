import { type RefObject, useState } from "react";

/** Which part of a wall the window shows, in CSS pixels from the top of the wall. */
export interface View {
  /** How far below the wall's top the window begins. Negative while the top is inside the window. */
  readonly now: () => number;
  /** Scrolls the page until this position is at the top of the window. */
  readonly scrollTo: (y: number) => void;
}

/** Reads and sets the scroll position of the page relative to this element. The same object at each render. */
export function useView(element: RefObject<HTMLElement | null>): View {
  const [view] = useState((): View => {
    const now = () => -(element.current?.getBoundingClientRect().top ?? 0);
    return { now, scrollTo: (y) => scrollBy({ top: y - now(), behavior: "instant" }) };
  });
  return view;
}
