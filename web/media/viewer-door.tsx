import { Suspense, lazy, useEffect, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { Spinner } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

const load = async () => ({ default: (await import("./viewer.tsx")).Viewer });
const Viewer = lazy(load);

/** Starts loading the viewer, for whoever is about to open a photo. */
export const preloadViewer = (): void => void load().catch(() => undefined);

export interface ViewerDoorProps {
  /** What is loaded of the gallery. */
  readonly photos: readonly MediaItem[];
  /** Which one the address asks for. */
  readonly photoId: string | null;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** The viewer belongs here: may like, and have originals. */
  readonly mayJoinIn: boolean;
  readonly mayDelete: (item: MediaItem) => boolean;
  readonly onMore: () => void;
  readonly onLeaf: (id: string) => void;
  readonly onClose: () => void;
}

/** Opens the viewer when the address asks for a photo, also for one further down than what is loaded yet. */
export function ViewerDoor(props: ViewerDoorProps) {
  const { photos, photoId, hasMore, isLoading, hasFailed, onMore, onClose } = props;
  // Stays while it closes, so that it can do so gently.
  const [isPresent, setPresent] = useState(false);
  const [round, setRound] = useState(0);
  const isHere = photos.some(({ id, state }) => id === photoId && state === "ready");
  if (isHere && !isPresent) setPresent(true);

  const isSought = photoId !== null && !isHere && !isPresent;
  useEffect(() => {
    if (!isSought || isLoading) return;
    if (hasMore && !hasFailed) return onMore();
    if (hasMore) return;
    toast({ title: "That photo is not here any more", look: "danger" });
    onClose();
  }, [isSought, isLoading, hasMore, hasFailed, onMore, onClose]);

  const gone = () => {
    setPresent(false);
    setRound(round + 1);
  };

  if (isSought && !hasFailed) return <Looking />;
  if (!isPresent) return null;
  return (
    <Suspense fallback={<Looking />}>
      <Viewer key={round} {...props} onGone={gone} />
    </Suspense>
  );
}

const Looking = () => (
  <div className="fixed inset-0 z-[35] grid animate-fade place-items-center bg-scrim/90 text-on-photo">
    <output className="flex items-center gap-3 font-semibold">
      <Spinner /> Opening the photo...
    </output>
  </div>
);
