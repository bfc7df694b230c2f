import { ImageDown } from "lucide-react";
import { useEffect, useState } from "react";
import { usePreload } from "../../ui/use-preload.ts";
import type { MediaScope } from "../queries.ts";
import { preloadUploadTray } from "./upload-corner.tsx";
import { useUploader } from "./use-uploads.ts";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

/** Loads the code of the sheet and the tray. */
function preload(): void {
  void import("./upload-sheet.tsx").catch(() => undefined);
  preloadUploadTray();
}

/** A text field takes what is pasted there itself. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches("input, textarea") || target.isContentEditable);

/** Takes photos that are dropped or pasted anywhere on the page into the upload sheet, and says so while they hover over it. */
export function UploadDrop({ scope }: { scope: MediaScope }) {
  const [isOver, setOver] = useState(false);
  const { choose } = useUploader(scope);
  // People who lose reception later can still choose files and see them wait.
  usePreload(preload, true);

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      options,
    );
    // `relatedTarget` is null only when the pointer leaves the window.
    addEventListener("dragleave", (event) => event.relatedTarget === null && setOver(false), options);
    addEventListener(
      "drop",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void choose([...(event.dataTransfer?.files ?? [])]);
      },
      options,
    );
    addEventListener(
      "paste",
      ({ target, clipboardData }) => isField(target) || void choose([...(clipboardData?.files ?? [])]),
      options,
    );
    return () => listening.abort();
  });

  return (
    isOver && (
      <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-scrim/70 p-6">
        <p className="edge title flex -rotate-1 items-center gap-4 rounded-card bg-spot px-8 py-6 text-3xl text-on-spot shadow-stamp">
          <ImageDown aria-hidden="true" size={36} />
          Drop them in
        </p>
      </div>
    )
  );
}
