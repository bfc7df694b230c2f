import { X } from "lucide-react";
import * as Radix from "@radix-ui/react-toast";
import { useSyncExternalStore } from "react";
import { cx } from "./class-names.ts";
import { escape } from "./escape.ts";
import { dismissToast, toasts } from "./toast.ts";

/** Toasts: at the top on phones, bottom right elsewhere. Each stays 5 s. F8 focuses the toasts, and a swipe of 50 px to the right dismisses one. */
export function ToastTray() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown.map((one) => (
        <Radix.Root
          key={one.id}
          defaultOpen
          onOpenChange={(open) => !open && dismissToast(one.id)}
          // Radix gives Escape to the newest layer, the toast. Unless the focus is on a toast, the top dialog gets it instead.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest("[role=region] li")) return;
            event.preventDefault();
            escape();
          }}
          className={cx(
            "edge flex animate-rise items-center gap-3 rounded-card p-4 shadow-soft",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            "data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            one.look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main",
          )}
        >
          <div className="grid min-w-0 flex-1 gap-0.5">
            <Radix.Title className="font-bold wrap-anywhere">{one.title}</Radix.Title>
            {one.text !== undefined && (
              <Radix.Description className="text-sm wrap-anywhere">{one.text}</Radix.Description>
            )}
          </div>
          {one.action && (
            <Radix.Action
              altText={one.action.label}
              onClick={one.action.onPress}
              className="min-h-11 shrink-0 rounded-full border-2 border-current px-4 text-sm font-bold"
            >
              {one.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label="Dismiss" className="-mr-1.5 grid size-11 shrink-0 place-items-center rounded-full">
            <X aria-hidden="true" size={20} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={publishEnd}
        hotkey={["F8"]}
        className="fixed inset-x-0 top-0 z-[60] m-0 grid list-none gap-2 p-4 empty:outline-none pt-[max(1rem,env(safe-area-inset-top))] sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}

/** Sets `--toast-end` to the lower end of the toasts, so that bottom sheets on a phone stay below them. */
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
