import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { ItemAt } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { indexOf } from "./use-wall-keys.ts";

/** A finger that stays this long, in milliseconds, begins to choose. */
const longPressMs = 450;
/** A finger that moves so far, in CSS pixels, scrolls. */
const slack = 10;

/** Choosing with Shift and a click, by dragging over photos, and by a long press. */
export function useWallPointer({
  shownAt,
  selecting,
  mayChoose,
}: {
  readonly shownAt: ItemAt;
  readonly selecting: Selecting;
  readonly mayChoose: boolean;
}) {
  const press = useRef<{
    index: number;
    id: string | undefined;
    x: number;
    y: number;
    timer: number;
    isLong: boolean;
    reached: number;
  }>(undefined);
  const letGo = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };

  return {
    onToggle: (id: string) => selecting.toggle(id),
    onPointerDown: ({ target, pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
      letGo();
      const index = indexOf(target);
      if (!mayChoose || index === undefined || button !== 0) return;
      const one = { index, id: shownAt(index)?.id, x, y, timer: 0, isLong: false, reached: index };
      press.current = one;
      if (pointerType === "mouse") return;
      one.timer = window.setTimeout(() => {
        one.isLong = true;
        if (one.id !== undefined) selecting.toggle(one.id);
        navigator.vibrate?.(10);
      }, longPressMs);
    },
    onPointerMove: ({ target, pointerType, buttons, clientX, clientY }: PointerEvent) => {
      const one = press.current;
      if (!one) return;
      if (pointerType !== "mouse") {
        if (Math.hypot(clientX - one.x, clientY - one.y) > slack) clearTimeout(one.timer);
        return;
      }
      if (buttons !== 1 || !selecting.selection) return;
      const index = indexOf(target);
      if (index === undefined || index === one.reached) return;
      if (one.reached === one.index) {
        if (one.id !== undefined) selecting.toggle(one.id);
      }
      one.reached = index;
      selecting.reachTo(index);
    },
    onPointerUp: () => clearTimeout(press.current?.timer),
    onPointerCancel: letGo,
    onContextMenu: (event: MouseEvent) => {
      // What a long press would open on a phone.
      if (press.current?.isLong) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const index = indexOf(event.target);
      const was = press.current;
      letGo();
      // The end of a long press or of dragging is no click.
      if (was && (was.isLong || was.reached !== was.index)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (event.shiftKey && selecting.selection && index !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        selecting.reachTo(index);
      }
    },
  };
}
