import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { toasts } from "./toast.ts";

/** After the first view has had the line to itself. */
const aheadMs = 2000;

/**
 * Where toasts appear; mount it once. Its machinery loads with the first toast, or a little after the page with `ahead`: a toast that
 * tells of a lost connection could not be fetched any more.
 */
export function Toaster({ ahead = false }: { ahead?: boolean }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (shown && !Tray)
      void import("./toast-tray.tsx").then(
        (part) => setTray(() => part.ToastTray),
        () => undefined,
      );
  }, [shown, Tray]);
  useEffect(() => {
    if (!ahead) return undefined;
    const timer = setTimeout(() => void import("./toast-tray.tsx").catch(() => undefined), aheadMs);
    return () => clearTimeout(timer);
  }, [ahead]);
  return Tray ? <Tray /> : null;
}
