import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";
import { near } from "../../ui/near.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { usePreload } from "../../ui/use-preload.ts";
import { positionQuery } from "../queries.ts";
import type { ViewerDoorProps } from "./viewer.tsx";
import { useViewerKeys } from "./viewer-keys.ts";

const load = async () => (await import("./viewer.tsx")).Viewer;
const Viewer = near(load, <Opening />);
const HeldDialog = onDemand(async () => (await import("../takedowns/held-dialog.tsx")).HeldDialog);

/** Starts loading the viewer before a photo is opened. */
export const preloadViewer = (): void => void load().catch(() => undefined);

/** Opens the viewer when the address names a photo, and finds the photo's position in the gallery. */
export function ViewerDoor(props: ViewerDoorProps) {
  const { source, photoId, indexOfId, mayJoinIn, onClose } = props;
  // The viewer stays mounted during its closing animation.
  const [opened, setOpened] = useState<number>();
  const [round, setRound] = useState(0);
  const keys = useViewerKeys(photoId !== null, onClose);
  const known = photoId === null ? undefined : indexOfId(photoId);
  const isSearching = photoId !== null && opened === undefined && known === undefined;
  const search = useQuery({ ...positionQuery(source.scope, source.filter, photoId ?? ""), enabled: isSearching });
  const position = search.data?.index ?? undefined;
  const found = known ?? (position === undefined ? undefined : source.indexOf(position));
  if (photoId !== null && opened === undefined && found !== undefined) setOpened(found);

  const isEmpty = source.layout.total === 0;
  usePreload(preloadViewer, !isEmpty);

  const isMissing = isSearching && search.data !== undefined && found === undefined;
  useEffect(() => {
    // For a member, the dialog below finds out more.
    if (!isMissing || mayJoinIn) return;
    toast({ title: "That photo is not here any more", look: "danger" });
    onClose();
  }, [isMissing, mayJoinIn, onClose]);

  const gone = () => {
    setOpened(undefined);
    setRound(round + 1);
  };

  if (isSearching && search.isError)
    return (
      <Veil>
        <p role="alert">The photo did not load.</p>
        <Button onClick={() => void search.refetch()} busy={search.isFetching && "Trying again..."}>
          Try Again
        </Button>
        <Button onClick={onClose}>Close</Button>
      </Veil>
    );
  if (isMissing && mayJoinIn) return <HeldDialog open onOpenChange={onClose} scope={source.scope} photoId={photoId} />;
  if (isSearching) return <Opening />;
  if (opened === undefined) return null;
  return <Viewer key={round} {...props} start={opened} keys={keys} onGone={gone} />;
}

function Veil({ children }: { children: React.ReactNode }) {
  return (
    <div className="fixed inset-0 z-[35] grid animate-fade place-content-center justify-items-center gap-4 bg-scrim/90 p-6 font-semibold text-on-photo [--focus:var(--spot)]">
      {children}
    </div>
  );
}

function Opening() {
  return (
    <Veil>
      <output className="flex items-center gap-3">
        <Spinner /> Opening the photo...
      </output>
    </Veil>
  );
}
