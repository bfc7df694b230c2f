import { Download } from "lucide-react";
import { useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toast.ts";
import { download } from "../downloads/download.ts";
import { type ShareSheet, fitsSheet, findSheet } from "../downloads/share-files.ts";

const SaveDialog = onDemand(async () => (await import("../downloads/save-dialog.tsx")).SaveDialog);

/** Downloads both files of a Live Photo as one zip, because browsers ask before they save two files. */
async function downloadBoth(item: MediaItem): Promise<void> {
  try {
    const { downloadZip } = await import("../downloads/download-zip.ts");
    await downloadZip(
      { ids: [item.id] },
      async () => [item],
      () => {},
      "Failed to download the photo",
    );
  } catch {
    toast({ title: "Download Failed", text: "Failed to download the photo", look: "danger" });
  }
}

/** Saves the original of the open photo. A Live Photo has two files: a phone gets them through its share sheet, other devices as a zip. */
export function DownloadButton({ item, className }: { item: MediaItem; className: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [sheet, setSheet] = useState<ShareSheet>();
  const runBusy = async (work: Promise<void>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  const save = () => {
    if (isBusy) return;
    const found = item.live && findSheet();
    if (found && fitsSheet([item], found)) {
      setSheet(found);
      setSaving(true);
    } else void runBusy(item.live ? downloadBoth(item) : download(item));
  };
  return (
    <>
      {/* A disabled button would lose the focus. */}
      <IconButton label="Download the original" className={className} aria-busy={isBusy} onClick={save}>
        {isBusy ? <Spinner /> : <Download aria-hidden="true" size={22} />}
      </IconButton>
      {sheet && (
        <SaveDialog
          open={isSaving}
          onOpenChange={setSaving}
          items={[item]}
          sheet={sheet}
          onZip={() => void runBusy(downloadBoth(item))}
        />
      )}
    </>
  );
}
