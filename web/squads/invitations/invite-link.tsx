import { Copy, RotateCcw, Share2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, IconButton } from "../../ui/button.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { toast } from "../../ui/toast.ts";
import { type Shared, copyLink, shareLink } from "../../core/share-link.ts";
import { squadQuery } from "../../core/queries.ts";
import { api } from "../../core/api.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu } from "../../ui/menu.tsx";

/** The invite link, to share or copy. `menu` stands beside it. */
export function InviteLink({ link, squadName, menu }: { link: string; squadName: string; menu: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [sharing, setSharing] = useState(false);
  const [copied, setCopied] = useState<string>();
  const run = async (how: (near: HTMLElement) => Promise<Shared>) => {
    if (sharing || !box.current) return;
    setSharing(true);
    const outcome = await how(box.current);
    tell(outcome);
    setCopied(outcome === "copied" ? link : undefined);
    setSharing(false);
  };
  return (
    <div ref={box} className="grid gap-3">
      <div className="flex items-start gap-1">
        <InputField
          label="Invite link"
          readOnly
          value={link}
          // The field is too narrow for the whole address.
          hint={
            copied === link ? (
              <strong className="text-good">Link Copied!</strong>
            ) : (
              <span className="wrap-anywhere">The way into {squadName}</span>
            )
          }
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1"
        />
        <IconButton
          label="Copy Link"
          look="plain"
          className="mt-6.5 size-12"
          onClick={() => void run((near) => copyLink(link, near))}
        >
          <Copy aria-hidden="true" size={20} />
        </IconButton>
        {menu}
      </div>
      <Button
        look="primary"
        icon={<Share2 aria-hidden="true" size={20} />}
        onClick={() => void run((near) => shareLink(link, `Join ${squadName} on Swellmates`, near))}
      >
        Share Link
      </Button>
    </div>
  );
}

function tell(outcome: Shared): void {
  if (outcome === "shared") toast({ title: "Link Shared!", text: "Your crew is on its way." });
  if (outcome === "copied") toast({ title: "Link Copied!", text: "Paste it where your crew talks." });
  if (outcome === "failed") toast({ title: "Copy Failed", text: "Unable to copy link to clipboard", look: "danger" });
}

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
