import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../../core/viewer.ts";
import { uploads } from "./upload-list.ts";
import { watchForUploads } from "./upload-mark.ts";

const isBusy = () => uploads.current().length > 0;

/** After a failure to load the tray, which needs a connection like the uploads themselves. */
const retryMs = 3000;
const load = () => import("./upload-tray.tsx");

/** Has the tray at hand before it is needed: an upload may begin when there is no reception. */
export const preloadUploadTray = (): void => void load().catch(() => undefined);

function goOnWithUploads(userId: string): void {
  import("./upload-queue.ts").then(
    ({ joinUploads }) => joinUploads(userId),
    () => setTimeout(() => goOnWithUploads(userId), retryMs),
  );
}

/** Where uploads show, on every page; mount it once. What it shows loads with the first upload, or with those that an earlier page left. */
export function UploadCorner() {
  const { id: userId } = useMe();
  const wanted = useSyncExternalStore(uploads.subscribe, isBusy);
  const [Tray, setTray] = useState<ComponentType>();
  const [tries, setTries] = useState(0);
  useEffect(() => watchForUploads(userId, () => goOnWithUploads(userId)), [userId]);
  useEffect(() => {
    if (!wanted || Tray) return;
    load().then(
      (part) => setTray(() => part.UploadTray),
      () => setTimeout(() => setTries(tries + 1), retryMs),
    );
  }, [wanted, Tray, tries]);
  return wanted && Tray ? <Tray /> : null;
}
