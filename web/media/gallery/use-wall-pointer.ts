import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { ItemAt } from "../photos/use-items.ts";
import type { Selecting } from "./use-selection.ts";
import { findIndex } from "./use-wall-keys.ts";

/** A touch of this length, in milliseconds, starts a selection. */
const longPressMs = 450;
/** A touch that moves further than this, in CSS pixels, scrolls, and a mouse drags. */
const slack = 10;
/** A click follows the end of its press within this time, in milliseconds. */
const clickMs = 500;

/**
 * Selects photos by click, by Shift and click, by dragging over them, and by a long press. During a selection the end of a press selects,
 * because no click follows when the wall is laid out anew under the pointer.
 */
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
    /** Its end selected the photo, so its click does nothing. */
    isDone: boolean;
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
      const one = { index, id: itemAt(index)?.id, x, y, timer: 0, isLong: false, isDone: false, reached: index };
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
      const hasMoved = Math.hypot(clientX - one.x, clientY - one.y) > slack;
      if (pointerType !== "mouse") {
        if (hasMoved) clearTimeout(one.timer);
        return;
      }
      // Browsers also report a move when the wall moves under a pointer at rest.
      if (buttons !== 1 || !hasMoved || !selecting.selection) return;
      const index = findIndex(target);
      if (index === undefined || index === one.reached) return;
      if (one.reached === one.index) {
        if (one.id !== undefined) selecting.toggle(one.id);
      }
      one.reached = index;
      selecting.extendTo(index);
    },
    onPointerUp: ({ target, clientX, clientY, shiftKey }: PointerEvent) => {
      const one = press.current;
      if (!one) return;
      clearTimeout(one.timer);
      const { id, isLong, reached } = one;
      if (!selecting.selection || id === undefined || isLong || reached !== one.index) return;
      const index = findIndex(target);
      const isSame = index !== undefined && itemAt(index)?.id === id;
      if (!isSame && Math.hypot(clientX - one.x, clientY - one.y) > slack) return;
      one.isDone = true;
      one.timer = window.setTimeout(endPress, clickMs);
      if (shiftKey) selecting.extendTo(isSame ? index : one.index);
      else selecting.toggle(id);
    },
    onPointerCancel: endPress,
    onContextMenu: (event: MouseEvent) => {
      // On a phone a long press would open this menu.
      if (press.current?.isLong) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      // A click by keyboard has `detail` 0 and no press.
      const was = event.detail === 0 ? undefined : press.current;
      endPress();
      // The end of a long press or of a drag is not a click.
      if (was && (was.isDone || was.isLong || was.reached !== was.index)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}
