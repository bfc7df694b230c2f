import { X } from "lucide-react";
import * as Radix from "radix-ui/toast";
import { useSyncExternalStore } from "react";
import { cx } from "./class-names.ts";
import { escape } from "./escape.ts";
import { dismissToast, toasts } from "./toast.ts";

/** Top of the screen on phones, bottom right elsewhere; 5 s; F8 leads there; a swipe right of 50 px sends it away. */
export function ToastTray() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Radix.Root
          key={shown.id}
          ref={giveWay}
          defaultOpen
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          // It came last, but whoever is not in it means what they are in.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest("[role=region] li")) return;
            event.preventDefault();
            escape();
          }}
          className={cx(
            "edge flex animate-rise items-center gap-3 rounded-card p-4 shadow-soft",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            "data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            shown.look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main",
          )}
        >
          <div className="grid min-w-0 flex-1 gap-0.5">
            <Radix.Title className="font-bold wrap-anywhere">{shown.title}</Radix.Title>
            {shown.text !== undefined && (
              <Radix.Description className="text-sm wrap-anywhere">{shown.text}</Radix.Description>
            )}
          </div>
          {shown.action && (
            <Radix.Action
              altText={shown.action.label}
              onClick={shown.action.onPress}
              className="min-h-11 shrink-0 rounded-full border-2 border-current px-4 text-sm font-bold"
            >
              {shown.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label="Dismiss" className="-mr-1.5 grid size-11 shrink-0 place-items-center rounded-full">
            <X aria-hidden="true" size={20} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={["F8"]}
        className="fixed inset-x-0 top-0 z-[60] m-0 grid list-none p-4 pt-[max(1rem,env(safe-area-inset-top))] sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}

/** Tells the page how far down a toast reaches: what comes from below on a phone ends under it. */
function giveWay(toast: HTMLElement | null) {
  if (!toast) return undefined;
  const { style } = document.documentElement;
  style.setProperty("--toast-end", `${toast.offsetTop + toast.offsetHeight}px`);
  return () => void style.removeProperty("--toast-end");
}
