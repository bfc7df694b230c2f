import { Copy, Share2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { InputField } from "../../ui/inputs.tsx";
import { toast } from "../../ui/toast.ts";
import { type Shared, copyLink, shareLink } from "../../core/share-link.ts";

/** The invite link, to share or copy. */
export function InviteLink({ link, squadName }: { link: string; squadName: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [sharing, setSharing] = useState(false);
  const run = async (how: (near: HTMLElement) => Promise<Shared>) => {
    if (sharing || !box.current) return;
    setSharing(true);
    tell(await how(box.current));
    setSharing(false);
  };
  return (
    <div ref={box} className="grid gap-3">
      <div className="flex items-end gap-2">
        <InputField
          label="Invite link"
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1"
        />
        <IconButton
          label="Copy Link"
          look="plain"
          className="size-12"
          onClick={() => void run((near) => copyLink(link, near))}
        >
          <Copy aria-hidden="true" size={20} />
        </IconButton>
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
