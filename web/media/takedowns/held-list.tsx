import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#contract/locale.ts";
import type { HeldPhoto } from "#contract/takedowns.ts";
import { api, sentenceOf, unlessGone } from "../../core/api.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAll } from "../photos/delete-photos.ts";
import { Thumbnail } from "../photos/thumbnail.tsx";
import { altOf, isFilm, whoseOf } from "../words.ts";
import { HeldPicture } from "./held-picture.tsx";
import { RequestLine } from "./request-line.tsx";
import { takeBack } from "./tell-asked.ts";

const wordOf = (item: HeldPhoto) => (isFilm(item) ? "video" : "photo");
const nameOf = (item: HeldPhoto) => (isFilm(item) ? "Video" : "Photo");

/**
 * Held photos with what people ask, and what the viewer may do: decide, delete their own, or take their request back. `isBelow`: the picture
 * stands above the list already. `onDone` runs when the viewer has done one of these.
 */
export function HeldList({
  items,
  isBelow = false,
  onDone,
}: {
  items: readonly HeldPhoto[];
  isBelow?: boolean;
  onDone?: () => void;
}) {
  const client = useQueryClient();
  const me = useMe();
  const [busy, setBusy] = useState<string>();
  const [deleting, setDeleting] = useState<HeldPhoto>();
  const [looking, setLooking] = useState<HeldPhoto>();

  const keep = async (item: HeldPhoto) => {
    setBusy(item.id);
    try {
      await api("POST /api/media/:id/takedown/decision", { params: { id: item.id }, body: { decision: "keep" } });
      toast({ title: `${nameOf(item)} kept`, text: "Everybody sees it again." });
      onDone?.();
    } catch (error) {
      toast({ title: "Not kept", text: sentenceOf(error), look: "danger" });
    }
    await refreshAll(client);
    setBusy(undefined);
  };
  const askNoMore = async (item: HeldPhoto) => {
    setBusy(item.id);
    await takeBack(client, item);
    setBusy(undefined);
    onDone?.();
  };
  const remove = async (item: HeldPhoto) => {
    const params = { id: item.id };
    if (item.mayDecide) await api("POST /api/media/:id/takedown/decision", { params, body: { decision: "delete" } });
    else await api("DELETE /api/media/:id", { params }).catch(unlessGone);
    toast({ title: `${nameOf(item)} deleted` });
    await refreshAll(client);
    onDone?.();
  };

  return (
    <>
      <ul className="grid divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={item.id} className="grid gap-3 py-4">
            <div className="flex min-w-0 items-start gap-4">
              {!isBelow && (
                <button
                  type="button"
                  className="shrink-0 rounded-photo"
                  aria-label={`Look at it: ${altOf(item)}`}
                  onClick={() => setLooking(item)}
                >
                  <Thumbnail item={item} />
                </button>
              )}
              <div className="grid min-w-0 flex-1 gap-0.5">
                <p className="line-clamp-2 font-semibold wrap-anywhere">{altOf(item)}</p>
                <p className="text-sm text-soft">
                  {item.uploader?.id === me.id ? "Added by you" : item.caption ? `Added by ${whoseOf(item)}` : "Hidden"}{" "}
                  · {timeLeft(item)}
                </p>
              </div>
            </div>
            {item.requests.length > 0 && (
              <ul className="grid gap-2">
                {item.requests.map((request) => (
                  <RequestLine key={request.id} request={request} item={item} />
                ))}
              </ul>
            )}
            <div className="flex flex-wrap gap-2">
              {item.mayDecide && (
                <Button
                  size="sm"
                  busy={busy === item.id && "One moment..."}
                  disabled={busy !== undefined}
                  aria-label={`Keep ${altOf(item)}`}
                  onClick={() => void keep(item)}
                >
                  Keep
                </Button>
              )}
              {(item.mayDecide || item.uploader?.id === me.id) && (
                <Button
                  size="sm"
                  look="quiet"
                  disabled={busy !== undefined}
                  aria-label={`Delete ${altOf(item)}`}
                  onClick={() => setDeleting(item)}
                >
                  Delete
                </Button>
              )}
              {item.requests.some(({ isMine }) => isMine) && (
                <Button
                  size="sm"
                  look="quiet"
                  busy={busy === item.id && !item.mayDecide && "Taking back..."}
                  disabled={busy !== undefined}
                  onClick={() => void askNoMore(item)}
                >
                  Take My Request Back
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <HeldPicture item={looking} onClose={() => setLooking(undefined)} />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={deleting ? `Delete this ${wordOf(deleting)}?` : ""}
        text="It goes to Recently Deleted, for everyone. It can be restored there for 30 days."
        action="Delete"
        busyLabel="Deleting..."
        onConfirm={async () => deleting && remove(deleting)}
      />
    </>
  );
}

const dayMs = 24 * 3600 * 1000;

function timeLeft({ returnsAt }: Pick<HeldPhoto, "returnsAt">): string {
  const days = Math.max(1, Math.ceil((Date.parse(returnsAt) - Date.now()) / dayMs));
  return plural(days, { one: "back within a day", other: `back in ${days} days` });
}
