import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TrashedItem } from "#contract/trash.ts";
import { plural } from "#contract/locale.ts";
import { api, sentenceOf, unlessGone } from "../../core/api.ts";
import { useMe } from "../../core/viewer.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAll } from "../photos/delete-photos.ts";
import { Thumbnail } from "../photos/thumbnail.tsx";
import { altOf, isFilm } from "../words.ts";

const wordOf = (item: TrashedItem) => (isFilm(item) ? "video" : "photo");

/** Photos in the trash, with the ways to restore each or to delete it for good. */
export function TrashList({ items }: { items: readonly TrashedItem[] }) {
  const client = useQueryClient();
  const [restoring, setRestoring] = useState<string>();
  const [asking, setAsking] = useState<TrashedItem>();

  const restore = async (item: TrashedItem) => {
    setRestoring(item.id);
    try {
      await api("POST /api/media/:id/restore", { params: { id: item.id }, body: {} });
      toast({ title: isFilm(item) ? "Video restored" : "Photo restored" });
    } catch (error) {
      toast({ title: "Not restored", text: sentenceOf(error), look: "danger" });
    }
    await refreshAll(client);
    setRestoring(undefined);
  };
  const deleteForGood = async ({ id }: TrashedItem) => {
    await api("DELETE /api/media/:id/trash", { params: { id } }).catch(unlessGone);
    await refreshAll(client);
  };

  return (
    <>
      <ul className="grid divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="flex min-w-0 flex-1 basis-60 items-center gap-4">
              <Thumbnail item={item} />
              <div className="grid min-w-0 gap-0.5">
                <p className="line-clamp-2 font-semibold wrap-anywhere">{altOf(item)}</p>
                <p className="text-sm text-soft">
                  Deleted by <Deleter person={item.trashedBy} /> · {timeLeft(item)}
                </p>
              </div>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                busy={restoring === item.id && "Restoring..."}
                disabled={restoring !== undefined}
                aria-label={`Restore ${altOf(item)}`}
                onClick={() => void restore(item)}
              >
                Restore
              </Button>
              <Button
                size="sm"
                look="quiet"
                disabled={restoring !== undefined}
                aria-label={`Delete for Good: ${altOf(item)}`}
                onClick={() => setAsking(item)}
              >
                Delete for Good
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={asking ? `Delete this ${wordOf(asking)} for good?` : ""}
        text="The original goes too. This cannot be undone."
        action="Delete for Good"
        busyLabel="Deleting..."
        onConfirm={async () => asking && deleteForGood(asking)}
      />
    </>
  );
}

function Deleter({ person }: { person: TrashedItem["trashedBy"] }) {
  const me = useMe();
  if (!person) return "someone who left";
  return person.id === me.id ? "you" : fullNameOf(person);
}

const dayMs = 24 * 3600 * 1000;

function timeLeft({ expiresAt }: Pick<TrashedItem, "expiresAt">): string {
  const days = Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs);
  return plural(Math.max(1, days), { one: "last day", other: `${days} days left` });
}
