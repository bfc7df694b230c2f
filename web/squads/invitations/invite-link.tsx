import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { LinkToShare } from "../../core/link-to-share.tsx";
import { squadQuery } from "../../core/queries.ts";
import { api } from "../../core/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu } from "../../ui/menu.tsx";

/** The invite link, to share or copy. `menu` stands beside it. */
export const InviteLink = ({ link, squadName, menu }: { link: string; squadName: string; menu: ReactNode }) => (
  <LinkToShare
    link={link}
    label="Invite link"
    title={`Join ${squadName} on Swellmates`}
    hint={`The way into ${squadName}`}
    shared="Your crew is on its way."
    copied="Paste it where your crew talks."
    menu={menu}
  />
);

/** A menu in which an admin replaces the invite link. */
export function ResetLink({ squadId }: { squadId: string }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => api("POST /api/squads/:id/invite-link/reset", { params: { id: squadId }, body: {} }),
    onSuccess: ({ inviteUrl }) => {
      client.setQueryData(
        squadQuery(squadId).queryKey,
        (overview) => overview && { ...overview, squad: { ...overview.squad, inviteUrl } },
      );
      toast({ title: "New link ready", text: "The old link and code let nobody in any more." });
    },
  });
  return (
    <>
      <Menu
        label="More for this link"
        align="end"
        triggerClass="mt-6.5 grid size-12 shrink-0 place-items-center rounded-full hover:bg-tint"
        entries={[
          {
            id: "reset",
            label: "Reset Link",
            icon: <RotateCcw aria-hidden="true" size={18} />,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset the invite link?"
        text="The link and the QR code you gave out so far stop working, and so do invitations sent by email. Members stay members."
        action="Reset Link"
        busyLabel="Resetting..."
        onConfirm={() => mutateAsync()}
      />
    </>
  );
}
