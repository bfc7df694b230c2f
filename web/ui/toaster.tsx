// Written by hand because a toast about a lost connection cannot wait for code: until Radix has loaded, this shows the words alone.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { dismissToast, toasts } from "./toast.ts";

/**
 * The place of toasts; mount it once. The code of `ToastTray` loads with the first toast. Until then the latest
 * toast shows as plain text for 5 s.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current).at(-1);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (!shown || Tray) return undefined;
    // The module loads once; a failed load is retried with the next toast.
    import("./toast-tray.tsx").then(
      (part) => setTray(() => part.ToastTray),
      () => undefined,
    );
    const timer = setTimeout(dismissToast, 5000, shown.id);
    return () => clearTimeout(timer);
  }, [shown, Tray]);
  return (
    // An open dialog hides the rest of the page from screen readers, except elements with `aria-live`.
    <div aria-live="off">
      {Tray ? (
        <Tray />
      ) : (
        shown && (
          <output
            key={shown.id}
            className={`edge grid fixed inset-x-4 top-4 z-[60] rounded-card p-4 shadow-soft sm:inset-auto sm:right-4 sm:bottom-4 max-w-md ${
              shown.look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main"
            }`}
          >
            <b>{shown.title}</b>
            <span className="text-sm">{shown.text}</span>
          </output>
        )
      )}
    </div>
  );
}
