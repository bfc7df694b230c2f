// Written by hand because a toast about a lost connection cannot wait for code: until Radix has loaded, this shows it.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { type ShownToast, dismissToast, toasts } from "./toast.ts";
import { toastLook } from "./toast-look.ts";

const loadTray = async () => (await import("./toast-tray.tsx")).ToastTray;

/**
 * The place of toasts; mount it once. The code of `ToastTray` loads with the first toast. Until then the latest
 * toast shows in the same place for 5 s.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current).at(-1);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (!shown || Tray) return undefined;
    // The module loads once; a failed load is retried with the next toast.
    loadTray().then(
      (part) => setTray(() => part),
      () => undefined,
    );
    const timer = setTimeout(dismissToast, 5000, shown.id);
    return () => clearTimeout(timer);
  }, [shown, Tray]);
  return (
    // An open dialog hides the rest of the page from screen readers, except elements with `aria-live`.
    <div aria-live="off">{Tray ? <Tray /> : shown && <PlainToast key={shown.id} toast={shown} />}</div>
  );
}

/** The words of a toast in their final place. They show only when the code of the tray is late. */
const PlainToast = ({ toast: { title, text, look } }: { toast: ShownToast }) => (
  <div className="toast-tray late">
    <output className={toastLook(look)}>
      <span className="toast-words">
        <b>{title}</b>
        <span className="text-sm">{text}</span>
      </span>
    </output>
  </div>
);
