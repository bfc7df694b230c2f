import { useEffect } from "react";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { ImportEntry } from "./import-entry.tsx";
import { PhoneNote } from "./phone-note.tsx";
import type { MediaScope } from "../queries.ts";
import { sizesOf } from "./sort-files.ts";
import { UploadButton } from "./upload-button.tsx";
import { useUploader } from "./use-uploads.ts";

/** Opens from links that say "add photos": says what may be added, and has the button to choose it. */
export function UploadDialog({ scope, ...state }: DialogState & { scope: MediaScope }) {
  const { limits, prepare } = useUploader(scope);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  useEffect(prepare, []);
  return (
    <Dialog
      {...state}
      title="Add Photos"
      text={limits && `${sizesOf(limits)}, ${limits.maxFilesPerUpload} at a time. Everyone gets them in full quality.`}
    >
      <div className="grid justify-items-center gap-3 rounded-card border-2 border-dashed border-field-line px-4 py-8">
        <UploadButton scope={scope} look="primary" onPicked={() => state.onOpenChange(false)} />
        <ImportEntry />
        <PhoneNote />
        <p className="hidden text-soft md:block">or drop them anywhere on the page</p>
      </div>
    </Dialog>
  );
}
