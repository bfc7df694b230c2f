import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { ItemAt } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import type { View } from "./use-view.ts";
import { type Wall, indexAcross, findRow } from "./wall-layout.ts";

interface Keys {
  readonly wall: Wall;
  readonly view: View;
  readonly element: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly itemAt: ItemAt;
  readonly selecting: Selecting;
  readonly mayChoose: boolean;
  readonly onFocus: (index: number) => void;
}

/** The index of the photo on which an event happened; undefined elsewhere. */
export function findIndex(target: EventTarget): number | undefined {
  const photo = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return photo ? Number(photo.dataset["index"]) : undefined;
}

/** Arrow keys move between photos, with Shift they select. The space bar selects one, Ctrl+A all; Escape ends the selection. */
export function useWallKeys({ wall, view, element, total, itemAt, selecting, mayChoose, onFocus }: Keys) {
  const wanted = useRef<number>(undefined);
  // The photo may enter the page only at this render.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const photo = element.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!photo) return;
    wanted.current = undefined;
    photo.focus({ preventScroll: true });
  });

  const go = (index: number) => {
    const row = findRow(wall, index);
    if (!row) return;
    wanted.current = index;
    onFocus(index);
    const top = view.now();
    const [begin, end] = [row.top - top, row.top + row.height - top];
    // Bars cover both edges of the window.
    const margin = 96;
    if (begin < margin) view.scrollTo(top + begin - margin);
    else if (end > innerHeight - margin) view.scrollTo(top + end - innerHeight + margin);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = findIndex(event.target);
    if (index === undefined || event.altKey) return;
    const { key, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = isCommand ? undefined : indexAfter(key, index, wall, total);
    if (to !== undefined) {
      event.preventDefault();
      if (shiftKey && mayChoose) {
        const item = itemAt(index);
        if (!selecting.selection && item) selecting.toggle(item.id);
        selecting.extendTo(to);
      }
      go(to);
    } else if (key === " " && mayChoose) {
      event.preventDefault();
      const item = itemAt(index);
      if (shiftKey && selecting.selection) selecting.extendTo(index);
      else if (item) selecting.toggle(item.id);
    } else if (isCommand && key.toLowerCase() === "a" && mayChoose) {
      event.preventDefault();
      selecting.all();
    } else if (key === "Escape" && selecting.selection) {
      selecting.end();
    }
  };
  return {
    onKeyDown,
    onFocus: ({ target }: FocusEvent) => onFocus(findIndex(target) ?? -1),
    onBlur: () => wanted.current === undefined && onFocus(-1),
  };
}

function indexAfter(key: string, index: number, wall: Wall, total: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return Math.min(total - 1, index + 1);
    case "ArrowLeft":
      return Math.max(0, index - 1);
    case "ArrowDown":
      return indexAcross(wall, index, 1);
    case "ArrowUp":
      return indexAcross(wall, index, -1);
    case "Home":
      return 0;
    case "End":
      return total - 1;
    default:
      return undefined;
  }
}
