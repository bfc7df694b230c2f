// Written by hand because Radix has no styles: it handles focus, keys and screen readers, and this adds the sheet and the card.
import { X } from "lucide-react";
import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useEffect } from "react";
import { cx } from "./class-names.ts";
import { useEscape } from "./escape.ts";
import { useReturnFocus } from "./return-focus.ts";

export interface DialogState {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** `fixed` is 750 × 550 px, and the whole screen of a phone, whatever it holds. */
const widths = {
  md: "sm:max-w-lg",
  lg: "sm:max-w-3xl",
  fixed: "max-sm:h-dvh max-sm:max-h-[calc(100dvh-var(--toast-end,0px))]! sm:h-[550px]! sm:max-w-[750px]",
} as const;

/**
 * A dialog: a bottom sheet on a phone, a centred card elsewhere. It traps the focus and
 * returns it on closing. Escape, a press outside and the cross close it, unless `locked` (unsaved work).
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  text,
  width = "md",
  locked = false,
  footer,
  children,
}: DialogState & {
  title: ReactNode;
  /** One line below the title; screen readers read it with the title. */
  text?: ReactNode;
  width?: keyof typeof widths;
  locked?: boolean;
  /** Stays in sight below the content. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  useKeyboardSpace(open);
  useEscape(open, () => !locked && onOpenChange(false));
  const stay = (event: Event) => locked && event.preventDefault();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={dialogVeil} />
        <Radix.Content
          {...returnFocus}
          {...(text === undefined && { "aria-describedby": undefined })}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          className={cx(dialogSheet, widths[width])}
        >
          <div className="flex items-start gap-4 px-5 pt-5 sm:px-6">
            <div className="grid min-w-0 flex-1 gap-1">
              <Radix.Title className="title text-2xl">{title}</Radix.Title>
              {text !== undefined && <Radix.Description className="text-soft">{text}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              disabled={locked}
              className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint disabled:opacity-50"
            >
              <X aria-hidden="true" size={22} />
            </Radix.Close>
          </div>
          <div
            data-sheet
            className="flex-auto overflow-y-auto overscroll-contain rounded-b-[inherit] px-5 pt-4 pb-(--foot) [--foot:max(1.25rem,env(safe-area-inset-bottom))] sm:px-6 sm:[--foot:1.5rem]"
          >
            {children}
          </div>
          {footer !== undefined && (
            <div className="border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const dialogVeil = "fixed inset-0 z-40 animate-fade bg-scrim/60";
export const dialogSheet =
  "edge fixed inset-x-0 bottom-(--keyboard,0px) z-50 flex max-h-[min(92dvh,100dvh-var(--toast-end,0px)-var(--keyboard,0px)-0.5rem)] animate-sheet flex-col rounded-t-card border-b-0 bg-page shadow-soft " +
  "sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[92dvh] sm:w-[calc(100%-3rem)] sm:animate-rise sm:rounded-card sm:border-b-2";

/**
 * While `isOn`, keeps the height of the on-screen keyboard in `--keyboard`. Safari lays the keyboard over the page, and it would cover
 * elements that are fixed to the lower edge. In browsers that shrink the page instead, the height is 0.
 */
export function useKeyboardSpace(isOn: boolean): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!isOn || !view) return undefined;
    const root = document.documentElement;
    const measure = () => {
      // A page that a person has zoomed has a small view without any keyboard.
      const height = view.scale === 1 ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
      root.style.setProperty("--keyboard", `${height}px`);
    };
    const listening = new AbortController();
    for (const change of ["resize", "scroll"]) view.addEventListener(change, measure, { signal: listening.signal });
    measure();
    return () => {
      listening.abort();
      root.style.removeProperty("--keyboard");
    };
  }, [isOn]);
}
