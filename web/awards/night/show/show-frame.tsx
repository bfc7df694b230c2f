import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { type Path, navigate } from "../../../core/link.tsx";
import { stayAwake } from "../../../media/stay-awake.ts";
import { IconButton } from "../../../ui/button.tsx";
import { useReturnFocus } from "../../../ui/return-focus.ts";

/** A swipe is at least this long, in pixels. */
const swipePx = 50;

/**
 * The full screen of a show. A tap, space, the right arrow or a swipe to the left calls `onForward`, the opposite ones `onBack`. Escape
 * and the cross lead `back`.
 */
export function ShowFrame({
  back,
  title,
  onForward,
  onBack,
  head,
  foot,
  footRows,
  children,
}: {
  back: Path;
  title: string;
  onForward?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  head?: ReactNode;
  foot?: ReactNode;
  /** How many rows the foot has on a narrow screen, if not one. */
  footRows?: 2 | undefined;
  children: ReactNode;
}) {
  const { onCloseAutoFocus } = useReturnFocus();
  const room = useRef<HTMLDivElement>(null);
  const pressedAt = useRef<number>(undefined);
  useEffect(() => {
    stayAwake("show", true);
    return () => stayAwake("show", false);
  }, []);
  const isControl = (target: EventTarget) =>
    target instanceof Element && target.closest("button, a, input, [data-foot]") !== null;

  const isOnStage = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }) =>
    target instanceof Node && currentTarget.contains(target);

  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog over the show has keys and taps of its own.
    if (!isOnStage(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goesOn = event.key === "ArrowRight" || event.key === "PageDown";
    const goesBack = event.key === "ArrowLeft" || event.key === "PageUp";
    // Space on a button presses the button. A key that is held moves one card.
    const isSpace = event.key === " " && !isControl(event.target);
    if (event.repeat || !(goesOn || goesBack || isSpace)) return;
    event.preventDefault();
    if (goesBack) onBack?.();
    else onForward?.();
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!isOnStage(event)) return;
    const moved = event.clientX - (pressedAt.current ?? event.clientX);
    pressedAt.current = undefined;
    if (moved < -swipePx) onForward?.();
    else if (moved > swipePx) onBack?.();
    else if (!isControl(event.target) && event.button === 0) onForward?.();
  };

  return (
    <Radix.Root open onOpenChange={() => navigate(back)}>
      <Radix.Portal>
        <Radix.Content
          ref={room}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            room.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => event.preventDefault()}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => (pressedAt.current = isControl(event.target) ? undefined : event.clientX)}
          onPointerCancel={() => (pressedAt.current = undefined)}
          onPointerUp={onPointerUp}
          data-low-toasts=""
          data-rows={footRows}
          className="show touch-pan-y select-none"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
          <div
            data-foot
            className="pointer-events-none absolute inset-x-0 bottom-0 z-10 flex flex-wrap-reverse items-center justify-center gap-3 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:pointer-events-auto"
          >
            {foot}
          </div>
          <div
            data-foot
            className="absolute top-[env(safe-area-inset-top,0px)] right-0 z-10 flex items-center gap-2 p-3"
          >
            {head}
            <IconButton label="Close" look="plain" onClick={() => navigate(back)}>
              <X aria-hidden="true" size={22} />
            </IconButton>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
