import { useQueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { ApiError, api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { useBackCloses } from "../../ui/back.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DialogState } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshPhotos } from "../queries.ts";
import { isFilm } from "../words.ts";
import { deletedWords } from "./doomed.ts";

/** Asks before a photo is deleted for everyone. `onDeleted` is called once it is gone from the galleries. */
export function DeletePhoto({
  item,
  onDeleted,
  ...state
}: DialogState & { readonly item: MediaItem; readonly onDeleted?: () => void }) {
  const client = useQueryClient();
  useBackCloses(state.open, () => state.onOpenChange(false));
  const remove = async () => {
    try {
      await api("DELETE /api/media/:id", { params: { id: item.id } });
    } catch (error) {
      // Another person deleted it first, which is the wanted result.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    onDeleted?.();
    toast({ title: deletedWords(item) });
    void refreshPhotos(client);
    if (item.trip) void client.invalidateQueries({ queryKey: keys.trip(item.trip.id), exact: true });
  };
  return (
    <ConfirmDialog
      {...state}
      title={`Delete this ${isFilm(item) ? "video" : "photo"}?`}
      text="It goes for everyone, its original too. This cannot be undone."
      action="Delete"
      busyLabel="Deleting..."
      onConfirm={remove}
    />
  );
}
