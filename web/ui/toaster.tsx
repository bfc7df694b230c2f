import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { dismissToast, toasts } from "./toast.ts";

/**
 * Where toasts appear; mount it once. Its machinery loads with the first toast. One that tells of a lost connection
 * cannot wait for it, so until it is there a toast is shown plainly.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (shown) void load(setTray);
  }, [shown]);
  return (
    // An open dialog hides everything else from screen readers, except what is marked as live: messages belong to them too.
    <div aria-live="off">{Tray ? <Tray /> : shown && <PlainToast key={shown.id} {...shown} />}</div>
  );
}

/** A second call is answered from the first; one that failed is tried again with the next toast. */
const load = (then: (tray: () => ComponentType) => void) =>
  import("./toast-tray.tsx").then(
    (part) => then(() => part.ToastTray),
    () => undefined,
  );

/** The words alone, for 5 s. */
function PlainToast({ id, title, text, look }: NonNullable<ReturnType<typeof toasts.current>>) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <output
      className={`edge grid fixed inset-x-4 top-4 z-[60] rounded-card p-4 shadow-soft sm:top-auto sm:right-4 sm:bottom-4 sm:left-auto md:max-w-[420px] ${
        look === "danger" ? "bg-danger text-on-danger" : "bg-card text-main"
      }`}
    >
      <span className="font-bold">{title}</span>
      {text !== undefined && <span className="text-sm">{text}</span>}
    </output>
  );
}
