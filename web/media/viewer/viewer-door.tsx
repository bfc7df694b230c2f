import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useEffect, useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { positionQuery } from "../queries.ts";
import type { ViewerDoorProps } from "./viewer.tsx";
import { useViewerKeys } from "./viewer-keys.ts";

const load = async () => ({ default: (await import("./viewer.tsx")).Viewer });
const Viewer = lazy(load);

/** Starts loading the viewer, for whoever is about to open a photo. */
export const preloadViewer = (): void => void load().catch(() => undefined);

/** So long after a gallery its viewer comes, in milliseconds: what is seen first comes first. */
const soonMs = 2000;

/** Opens the viewer when the address asks for a photo, wherever in the gallery that is. */
export function ViewerDoor(props: ViewerDoorProps) {
  const { source, photoId, indexOfId, onClose } = props;
  // Stays while it closes, so that it can do so gently.
  const [opened, setOpened] = useState<number>();
  const [round, setRound] = useState(0);
  const keys = useViewerKeys(photoId !== null, onClose);
  const known = photoId === null ? undefined : indexOfId(photoId);
  const isSought = photoId !== null && opened === undefined && known === undefined;
  const sought = useQuery({ ...positionQuery(source.scope, source.filter, photoId ?? ""), enabled: isSought });
  const place = sought.data?.index ?? undefined;
  const found = known ?? (place === undefined ? undefined : source.indexOf(place));
  if (photoId !== null && opened === undefined && found !== undefined) setOpened(found);

  const isEmpty = source.plan.total === 0;
  // A finger does not hover: without this it would wait on a slow line, and find nothing on a dead one.
  useEffect(() => {
    if (isEmpty) return undefined;
    const soon = setTimeout(preloadViewer, soonMs);
    return () => clearTimeout(soon);
  }, [isEmpty]);

  const isNowhere = isSought && sought.data !== undefined && found === undefined;
  useEffect(() => {
    if (!isNowhere) return;
    toast({ title: "That photo is not here any more", look: "danger" });
    onClose();
  }, [isNowhere, onClose]);

  const gone = () => {
    setOpened(undefined);
    setRound(round + 1);
  };

  if (isSought && sought.isError)
    return (
      <Veil>
        <p role="alert">The photo did not load.</p>
        <Button onClick={() => void sought.refetch()} busy={sought.isFetching && "Trying again..."}>
          Try Again
        </Button>
        <Button onClick={onClose}>Close</Button>
      </Veil>
    );
  if (isSought) return <Looking />;
  if (opened === undefined) return null;
  return (
    <Suspense fallback={<Looking />}>
      <Viewer key={round} {...props} start={opened} keys={keys} onGone={gone} />
    </Suspense>
  );
}

const Veil = ({ children }: { children: React.ReactNode }) => (
  <div className="fixed inset-0 z-[35] grid animate-fade place-content-center justify-items-center gap-4 bg-scrim/90 p-6 font-semibold text-on-photo [--focus:var(--spot)]">
    {children}
  </div>
);

const Looking = () => (
  <Veil>
    <output className="flex items-center gap-3">
      <Spinner /> Opening the photo...
    </output>
  </Veil>
);
