import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../../core/viewer.ts";
import { untilLoaded } from "../../ui/near.tsx";
import { uploads } from "./upload-list.ts";

const hasUploads = () => uploads.current().length > 0;

/** The page itself loads first. */
const resumeAfterMs = 1000;
const loadTray = async () => (await import("./upload-tray.tsx")).UploadTray;

/** Loads the tray before it is needed, because an upload may begin without reception. */
export const preloadUploadTray = (): void => void loadTray().catch(() => undefined);

const loadQueue = async () => (await import("./upload-queue.ts")).openUploads;

const resumeUploads = (userId: string): void => void untilLoaded(loadQueue).then((open) => open(userId));

/** Shows uploads on every page; mount it once. It continues those that an earlier page left, and loads the tray with the first. */
export function UploadCorner() {
  const { id: userId } = useMe();
  const isWanted = useSyncExternalStore(uploads.subscribe, hasUploads);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    const soon = setTimeout(resumeUploads, resumeAfterMs, userId);
    return () => clearTimeout(soon);
  }, [userId]);
  useEffect(() => {
    if (isWanted) void untilLoaded(loadTray).then((part) => setTray(() => part));
  }, [isWanted]);
  return isWanted && Tray ? <Tray /> : null;
}
