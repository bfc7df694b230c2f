// Written by hand because a toast about a lost connection cannot wait for code: until Radix has loaded, this shows it.
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { cx } from "./class-names.ts";
import { type ShownToast, dismissToast, toasts } from "./toast.ts";
import { Cross, toastLook } from "./toast-parts.tsx";

/**
 * The place of toasts; mount it once. The code of `ToastTray` loads with the first toast. Until then the latest
 * toast shows in the same place for 5 s.
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
    <div aria-live="off">{Tray ? <Tray /> : shown && <PlainToast key={shown.id} toast={shown} />}</div>
  );
}

/** A toast as Radix shows it, without its keys and swipes. */
const PlainToast = ({ toast: { id, title, text, look, action } }: { toast: ShownToast }) => (
  <div className="toast-tray">
    <div className={cx(toastLook(look), "animate-rise")}>
      <output className="toast-words">
        <b className="font-bold">{title}</b>
        {text !== undefined && <span className="text-sm">{text}</span>}
      </output>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.onPress();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" className="toast-close" onClick={() => dismissToast(id)}>
        <Cross />
      </button>
    </div>
  </div>
);
