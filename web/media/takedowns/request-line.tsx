import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HeldPhoto } from "#contract/takedowns.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAll } from "../photos/delete-photos.ts";

interface Props {
  readonly item: HeldPhoto;
  readonly request: HeldPhoto["requests"][number];
}

/** Who asks and why. An admin can take the right to ask away from that person. */
export function RequestLine({ item, request }: Props) {
  const { asker, isMine, mayBan, reason } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-tile bg-tint px-4 py-2">
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <span className="font-semibold">{isMine ? "You" : asker ? fullNameOf(asker) : "Somebody"}</span>
        {reason === null ? (
          <span className="text-soft"> gave no reason</span>
        ) : (
          <>
            : <q dir="auto">{reason}</q>
          </>
        )}
      </p>
      {mayBan && asker && item.squadId && <Ban squadId={item.squadId} person={asker} />}
    </li>
  );
}

function Ban({ squadId, person }: { squadId: string; person: NonNullable<Props["request"]["asker"]> }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const params = { id: squadId, userId: person.id };
  const letAsk = async () => {
    try {
      await api("DELETE /api/squads/:id/takedown-bans/:userId", { params });
      await refreshAll(client);
    } catch (error) {
      toast({ title: "Not undone", text: sentenceOf(error), look: "danger" });
    }
  };
  const ban = async () => {
    await api("PUT /api/squads/:id/takedown-bans/:userId", { params });
    toast({
      title: `${person.firstName} cannot ask any more`,
      action: { label: "Undo", onPress: () => void letAsk() },
    });
    await refreshAll(client);
  };
  return (
    <>
      <Button
        size="sm"
        look="bare"
        className="max-sm:-ml-4.5"
        aria-label={`No More Requests from ${fullNameOf(person)}`}
        onClick={() => setOpen(true)}
      >
        No More Requests
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`No more requests from ${person.firstName}?`}
        text={`${fullNameOf(person)} can ask for no other photo of this squad to be taken down. The open requests stay until you decide. You can allow it again in the gallery of the squad.`}
        action="No More Requests"
        busyLabel="One moment..."
        onConfirm={ban}
      />
    </>
  );
}
