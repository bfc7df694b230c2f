import { type ReactNode, useState } from "react";
import type { GalleryFilter } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import type { Wanted } from "./download-zip.ts";
import type { MediaScope } from "../queries.ts";
import type { ShareSheet } from "./share-files.ts";
import { useEveryItem } from "../photos/use-every-item.ts";

const SaveDialog = onDemand(async () => (await import("./save-dialog.tsx")).SaveDialog);

/** More photos at a time come as a zip, also on a phone. */
const maxThroughSheet = 200;

export interface Downloads {
  /** Describes the download while the page itself works on it. */
  readonly busy: string | false;
  /** Downloads a whole gallery or a part of it. */
  readonly ofGallery: (part: GalleryFilter) => Promise<void>;
  /** Downloads `count` chosen photos: as a zip, or on a phone through the share sheet. */
  readonly ofChosen: (count: number, wanted: Wanted, items: () => Promise<readonly MediaItem[]>) => Promise<void>;
  /** The dialog of the share sheet, for the caller to render. */
  readonly dialog: ReactNode;
}

/** Downloads originals as a zip or through the share sheet of a phone. */
export function useDownloads(scope: MediaScope): Downloads {
  const [busy, setBusy] = useState<string | false>(false);
  const [saving, setSaving] = useState<{ items: readonly MediaItem[]; sheet: ShareSheet; onZip: () => void }>();
  const [isOpen, setOpen] = useState(false);
  const everyItem = useEveryItem(scope);

  const asZip = async (wanted: Wanted, items: () => Promise<readonly MediaItem[]>) => {
    setBusy("Preparing your download...");
    try {
      const { downloadZip } = await import("./download-zip.ts");
      await downloadZip(wanted, items, (index, total) => setBusy(`Downloading ${index} of ${total}...`));
    } catch {
      toast({ title: "Download Failed", text: "Failed to download photos", look: "danger" });
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    ofGallery: (part) => asZip({ ...scope, ...part }, () => everyItem(part)),
    async ofChosen(count, wanted, items) {
      const zip = () => asZip(wanted, items);
      if (count > maxThroughSheet) return zip();
      try {
        const { findSheet, fitsSheet } = await import("./share-files.ts");
        const sheet = findSheet();
        if (!sheet) return zip();
        const chosen = await items();
        if (!fitsSheet(chosen, sheet)) return zip();
        setSaving({ items: chosen, sheet, onZip: () => void zip() });
        setOpen(true);
      } catch {
        toast({ title: "Download Failed", text: "Failed to download photos", look: "danger" });
      }
    },
    dialog: saving && <SaveDialog open={isOpen} onOpenChange={setOpen} {...saving} />,
  };
}
