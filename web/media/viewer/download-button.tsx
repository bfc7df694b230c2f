import { Download } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { download } from "../downloads/download.ts";
import { type Sheet, fitsSheet, sheetHere } from "../downloads/share-files.ts";

const SaveDialog = onDemand(async () => (await import("../downloads/save-dialog.tsx")).SaveDialog);

/** Both files of a Live Photo in one download: browsers ask before they save two. */
async function downloadBoth(item: MediaItem): Promise<void> {
  try {
    const { downloadZip } = await import("../downloads/download-zip.ts");
    await downloadZip(
      { ids: [item.id] },
      async () => [item],
      () => {},
      "the photo",
    );
  } catch {
    toast({ title: "Download Failed", text: "Failed to download the photo", look: "danger" });
  }
}

/** Saves the open photo as it was uploaded: the file, or of a Live Photo both, on a phone through its share sheet. */
export function DownloadButton({ item, className }: { item: MediaItem; className: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [sheet, setSheet] = useState<Sheet>();
  const busily = async (work: Promise<void>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  const save = () => {
    if (isBusy) return;
    const here = item.live && sheetHere();
    if (here && fitsSheet([item], here)) {
      setSheet(here);
      setSaving(true);
    } else void busily(item.live ? downloadBoth(item) : download(item));
  };
  return (
    <>
      {/* Not disabled while it works: that would take the focus from it. */}
      <IconButton label="Download the original" className={className} aria-busy={isBusy} onClick={save}>
        {isBusy ? <Spinner /> : <Download aria-hidden="true" size={22} />}
      </IconButton>
      {sheet && (
        <SaveDialog
          open={isSaving}
          onOpenChange={setSaving}
          items={[item]}
          sheet={sheet}
          onZip={() => void busily(downloadBoth(item))}
        />
      )}
    </>
  );
}
