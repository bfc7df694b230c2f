import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { toasts } from "./toast.ts";

/** Where toasts appear; mount it once. Its machinery loads with the first toast. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (shown && !Tray) void import("./toast-tray.tsx").then((part) => setTray(() => part.ToastTray));
  }, [shown, Tray]);
  return Tray ? <Tray /> : null;
}
