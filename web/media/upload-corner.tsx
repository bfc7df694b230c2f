import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { uploads } from "./upload-list.ts";

const isBusy = () => uploads.current().length > 0;

/** After a failure to load the tray, which needs a connection like the uploads themselves. */
const retryMs = 3000;
const load = () => import("./upload-tray.tsx");

/** Has the tray at hand before it is needed: an upload may begin when there is no reception. */
export const preloadUploadTray = (): void => void load().catch(() => undefined);

/** Where uploads show, on every page; mount it once. What it shows loads with the first upload. */
export function UploadCorner() {
  const wanted = useSyncExternalStore(uploads.subscribe, isBusy);
  const [Tray, setTray] = useState<ComponentType>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!wanted || Tray) return;
    load().then(
      (part) => setTray(() => part.UploadTray),
      () => setTimeout(() => setTries(tries + 1), retryMs),
    );
  }, [wanted, Tray, tries]);
  return wanted && Tray ? <Tray /> : null;
}
