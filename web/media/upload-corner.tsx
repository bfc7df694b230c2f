import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { uploads } from "./upload-list.ts";

const isBusy = () => uploads.current().length > 0;

/** Where uploads show, on every page; mount it once. What it shows loads with the first upload. */
export function UploadCorner() {
  const wanted = useSyncExternalStore(uploads.subscribe, isBusy);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    if (wanted && !Tray) void import("./upload-tray.tsx").then((part) => setTray(() => part.UploadTray));
  }, [wanted, Tray]);
  return wanted && Tray ? <Tray /> : null;
}
