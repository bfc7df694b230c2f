import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { ItemAt } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { findIndex } from "./use-wall-keys.ts";

/** A touch of this length, in milliseconds, starts a selection. */
const longPressMs = 450;
/** A touch that moves further than this, in CSS pixels, scrolls. */
const slack = 10;

/** Selects photos by Shift and click, by dragging over them, and by a long press. */
export function useWallPointer({
  itemAt,
  selecting,
  mayChoose,
}: {
  readonly itemAt: ItemAt;
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
  const endPress = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };

  return {
    onToggle: (id: string) => selecting.toggle(id),
    onPointerDown: ({ target, pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
      endPress();
      const index = findIndex(target);
      if (!mayChoose || index === undefined || button !== 0) return;
      const one = { index, id: itemAt(index)?.id, x, y, timer: 0, isLong: false, reached: index };
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
      const index = findIndex(target);
      if (index === undefined || index === one.reached) return;
      if (one.reached === one.index) {
        if (one.id !== undefined) selecting.toggle(one.id);
      }
      one.reached = index;
      selecting.extendTo(index);
    },
    onPointerUp: () => clearTimeout(press.current?.timer),
    onPointerCancel: endPress,
    onContextMenu: (event: MouseEvent) => {
      // On a phone a long press would open this menu.
      if (press.current?.isLong) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const index = findIndex(event.target);
      const was = press.current;
      endPress();
      // The end of a long press or of a drag is not a click.
      if (was && (was.isLong || was.reached !== was.index)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (event.shiftKey && selecting.selection && index !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        selecting.extendTo(index);
      }
    },
  };
}
