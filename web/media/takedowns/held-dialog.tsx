import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import type { MediaScope } from "../queries.ts";
import { HeldList } from "./held-list.tsx";
import { LargePicture } from "./held-picture.tsx";
import { heldPhotoQuery } from "./queries.ts";

/** Opens a photo that its gallery does not have: a held one, for those who may know of it. Everybody else learns that it is not here. */
export function HeldDialog({ scope, photoId, ...state }: DialogState & { scope: MediaScope; photoId: string }) {
  const held = useQuery({ ...heldPhotoQuery(scope, photoId), enabled: state.open });
  const isGone = state.open && held.data === null;
  const { onOpenChange } = state;
  const wasShown = useRef(false);
  useEffect(() => {
    if (held.data) wasShown.current = true;
    if (!isGone) return;
    // Once it was here, somebody has decided, perhaps the viewer, to whom the list says it.
    if (!wasShown.current) toast({ title: "That photo is not here any more", look: "danger" });
    onOpenChange(false);
  }, [held.data, isGone, onOpenChange]);
  if (!held.data && !held.isError) return null;
  return (
    <Dialog
      {...state}
      width="lg"
      title="Asked to Be Taken Down"
      text="Somebody would rather not have this in the gallery. Only a few people can open it."
    >
      {held.data ? (
        <div className="grid gap-4">
          <LargePicture item={held.data} />
          <HeldList items={[held.data]} isBelow onDone={() => onOpenChange(false)} />
        </div>
      ) : (
        <LoadFailed of={held} title="The photo did not load" />
      )}
    </Dialog>
  );
}
