import { Copy, Share2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "../ui/button.tsx";
import { InputField } from "../ui/input-field.tsx";
import { toast } from "../ui/toast.ts";
import { type Shared, copyLink, shareLink } from "./share-link.ts";

/** A link to copy, or to share under a title. `menu` stands beside it; `shared` and `copied` say what comes next. */
export function LinkToShare({
  link,
  label,
  title,
  hint,
  shared,
  copied,
  menu,
}: {
  link: string;
  label: string;
  title: string;
  hint: string;
  shared: string;
  copied: string;
  menu?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [sharing, setSharing] = useState(false);
  const [copiedLink, setCopiedLink] = useState<string>();
  const run = async (how: (near: HTMLElement) => Promise<Shared>) => {
    if (sharing || !box.current) return;
    setSharing(true);
    const outcome = await how(box.current);
    if (outcome === "shared") toast({ title: "Link Shared!", text: shared });
    if (outcome === "copied") toast({ title: "Link Copied!", text: copied });
    if (outcome === "failed") toast({ title: "Copy Failed", text: "Unable to copy link to clipboard", look: "danger" });
    setCopiedLink(outcome === "copied" ? link : undefined);
    setSharing(false);
  };
  return (
    <div ref={box} className="grid gap-3">
      <div className="flex items-start gap-1">
        <InputField
          label={label}
          readOnly
          value={link}
          // The field is too narrow for the whole address.
          hint={
            copiedLink === link ? (
              <strong className="text-good">Link Copied!</strong>
            ) : (
              <span className="wrap-anywhere">{hint}</span>
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
        onClick={() => void run((near) => shareLink(link, title, near))}
      >
        Share Link
      </Button>
    </div>
  );
}
