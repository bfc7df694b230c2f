import { Copy } from "lucide-react";
import type { NightPage } from "#contract/nights.ts";
import { paths } from "../../core/link.tsx";
import { copyLink, shareText } from "../../core/share-link.ts";
import { Button } from "../../ui/button.tsx";
import type { When } from "../evening.ts";
import { toast } from "../../ui/toast.ts";
import { chatLine } from "./night-words.ts";

/** Copies a line about a planned night for the crew's chat; a phone opens its share sheet. */
export function ChatLine({ trip, when }: { trip: NightPage["trip"]; when: When }) {
  const copy = async (near: HTMLElement) => {
    const line = chatLine(trip.name, when, `${location.origin}${paths.ballot(trip.id)}`);
    const outcome = await (matchMedia("(pointer: coarse)").matches ? shareText : copyLink)(line, near);
    if (outcome === "copied") toast({ title: "Line Copied!", text: "Paste it where your crew talks." });
    if (outcome === "failed") toast({ title: "Copy Failed", text: "Unable to copy line to clipboard", look: "danger" });
  };
  return (
    <Button
      icon={<Copy aria-hidden="true" size={18} className="shrink-0" />}
      onClick={({ currentTarget }) => void copy(currentTarget.parentElement ?? document.body)}
    >
      Copy a Line for the Chat
    </Button>
  );
}
