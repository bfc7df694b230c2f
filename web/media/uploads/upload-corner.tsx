import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../../core/viewer.ts";
import { uploads } from "./upload-list.ts";

const hasUploads = () => uploads.current().length > 0;

/** The page itself loads first. */
const resumeAfterMs = 1000;
/** After a failure to load code, which needs a connection as the uploads do. */
const retryMs = 3000;
const load = () => import("./upload-tray.tsx");

/** Loads the tray before it is needed, because an upload may begin without reception. */
export const preloadUploadTray = (): void => void load().catch(() => undefined);

function resumeUploads(userId: string): void {
  import("./upload-queue.ts").then(
    ({ openUploads }) => openUploads(userId),
    () => setTimeout(resumeUploads, retryMs, userId),
  );
}

/** Shows uploads on every page; mount it once. It continues those that an earlier page left, and loads the tray with the first. */
export function UploadCorner() {
  const { id: userId } = useMe();
  const isWanted = useSyncExternalStore(uploads.subscribe, hasUploads);
  const [Tray, setTray] = useState<ComponentType>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const soon = setTimeout(resumeUploads, resumeAfterMs, userId);
    return () => clearTimeout(soon);
  }, [userId]);
  useEffect(() => {
    if (!isWanted || Tray) return;
    load().then(
      (part) => setTray(() => part.UploadTray),
      () => setTimeout(() => setTries(tries + 1), retryMs),
    );
  }, [isWanted, Tray, tries]);
  return isWanted && Tray ? <Tray /> : null;
}
