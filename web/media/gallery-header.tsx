import { RotateCw } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../api.ts";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { toast } from "../ui/toast.ts";
import type { MediaScope } from "./queries.ts";
import { UploadButton } from "./upload-button.tsx";

/** The gallery's title and what can be done with all of it. */
export function GalleryHeader({
  scope,
  mayUpload,
  onRefresh,
}: {
  scope: MediaScope;
  mayUpload: boolean;
  onRefresh: () => Promise<{ readonly error: unknown }>;
}) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await onRefresh();
    setBusy(false);
    if (error) toast({ title: "Refresh Failed", text: sentenceOf(error), look: "danger" });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="title flex-1 text-3xl">Gallery</h2>
      <IconButton label="Refresh" aria-busy={isBusy} onClick={() => void refresh()}>
        <RotateCw aria-hidden="true" size={20} className={cx(isBusy && "animate-spin")} />
      </IconButton>
      {mayUpload && <UploadButton scope={scope} />}
    </div>
  );
}
