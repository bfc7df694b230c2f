import * as Radix from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { cx } from "./class-names.ts";
import { escape } from "./escape.ts";
import { dismissToast, toasts } from "./toast.ts";
import { toastLook } from "./toast-look.ts";

/** Toasts; `theme.css` says where they stand. Each stays 5 s, unless it says otherwise. F8 focuses the toasts, and a swipe of 50 px to the right dismisses one. */
export function ToastTray() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  // These stand on the page already, so they do not rise again.
  const [standing] = useState(shown);
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown.map((one) => (
        <Radix.Root
          key={one.id}
          defaultOpen
          {...(one.stays && { duration: Infinity })}
          onOpenChange={(open) => !open && dismissToast(one.id)}
          // Radix gives Escape to the newest layer, the toast. Unless the focus is on a toast, the top dialog gets it instead.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest("[role=region] li")) return;
            event.preventDefault();
            escape();
          }}
          className={cx(
            toastLook(one.look),
            !standing.includes(one) && "animate-rise",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            "data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
          )}
        >
          <div className="toast-words">
            <Radix.Title className="font-bold">{one.title}</Radix.Title>
            {one.text !== undefined && <Radix.Description className="text-sm">{one.text}</Radix.Description>}
            {one.reason !== undefined && <p className="text-sm">{one.reason}</p>}
          </div>
          {one.action && (
            <Radix.Action altText={one.action.label} onClick={one.action.onPress} className="toast-action">
              {one.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label="Dismiss" className="toast-close">
            <X aria-hidden="true" size={20} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport ref={publishEnd} hotkey={["F8"]} className="toast-tray" />
    </Radix.Provider>
  );
}

/** Sets `--toast-end` to the lower end of the toasts in a tray, so that bottom sheets on a phone stay below them. */
function publishEnd(tray: HTMLElement | null) {
  if (!tray) return undefined;
  const { style } = document.documentElement;
  const tell = () => {
    const last = tray.lastElementChild;
    if (last instanceof HTMLElement) style.setProperty("--toast-end", `${last.offsetTop + last.offsetHeight}px`);
    else style.removeProperty("--toast-end");
  };
  const watching = new ResizeObserver(tell);
  watching.observe(tray);
  return () => watching.disconnect();
}
