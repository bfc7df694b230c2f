import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { focusPage } from "../../ui/focus-page.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { refreshPhotos, scopeKey } from "../queries.ts";
import { type Upload, groupFailed, uploads, useUploads } from "./upload-list.ts";
import { clearUploads } from "./upload-queue.ts";
import { LeftBehindList } from "./zip/left-behind.tsx";
import { UploadRow } from "./upload-row.tsx";
import { summaryOf, totalsOf } from "./upload-totals.ts";

/** When all uploads have arrived, the tray closes after this time. */
const farewellMs = 6000;

/** Shows the progress of all uploads, whichever page began them. */
export function UploadTray() {
  const client = useQueryClient();
  const list = useUploads();
  // A phone has no room for a list of file names. Each new failure unfolds it.
  const [wish, setWish] = useState(() => ({ isOpen: matchMedia("(min-width: 48rem)").matches, failed: 0 }));
  const tray = useRef<HTMLElement>(null);
  const totals = totalsOf(list);
  const { isOver, share, failed, needsPage } = totals;
  const isOpen = wish.isOpen || failed > wish.failed;
  const summary = summaryOf(totals);
  const groups = groupFailed(list);
  const left = list.flatMap(({ zip, zipAt }) => zipAt?.left ?? zip?.left ?? []);

  useEffect(() => {
    if (!isOver) return;
    // Live updates do this too, but a page may have missed them.
    for (const { scope } of uploads.current()) void client.invalidateQueries({ queryKey: scopeKey(scope).slice(0, 2) });
    void refreshPhotos(client);
  }, [isOver, client]);

  useEffect(() => {
    if (!isOver || failed > 0) return undefined;
    const farewell = setInterval(() => {
      // It stays while the pointer or the focus is in it.
      if (!tray.current?.matches(":hover, :focus-within")) clearUploads();
    }, farewellMs);
    return () => clearInterval(farewell);
  }, [isOver, failed]);

  return (
    <section
      ref={tray}
      aria-label="Uploads"
      className="edge pointer-events-auto flex max-h-[min(60dvh,26rem)] animate-rise flex-col overflow-hidden rounded-card bg-card shadow-soft"
    >
      <div className="grid grid-cols-1 gap-2 py-2 pr-2 pl-4">
        <div className="flex flex-wrap items-center justify-end gap-2">
          <output className="min-w-[min(100%,8rem)] flex-1 font-bold">{summary}</output>
          {!isOver && <span className="steady font-display font-extrabold">{Math.floor(share * 100)}%</span>}
          <IconButton
            label={isOpen ? "Hide the files" : "Show the files"}
            aria-expanded={isOpen}
            onClick={() => setWish({ isOpen: !isOpen, failed })}
          >
            <ChevronDown aria-hidden="true" className={cx("transition-transform", !isOpen && "rotate-180")} />
          </IconButton>
          {isOver && (
            <IconButton
              label="Clear the list"
              onClick={() => {
                focusPage();
                clearUploads();
              }}
            >
              <X aria-hidden="true" size={20} />
            </IconButton>
          )}
        </div>
        {needsPage && (
          <output className="block pr-2 text-sm font-semibold">
            These files cannot be kept on this device. Please leave this page open until they are in.
          </output>
        )}
        {!isOver && <ProgressBar value={share * 100} label="All uploads" className="mb-2 w-[calc(100%-0.5rem)]" />}
      </div>
      {isOpen && (
        <div className="overflow-y-auto overscroll-contain border-t border-line py-1">
          {groups.failed.map(({ sentence, uploads: failures }) => (
            <div key={sentence}>
              <p className="px-4 pt-2 text-sm font-semibold text-alarm">{sentence}</p>
              <UploadRows uploads={failures} />
            </div>
          ))}
          <UploadRows uploads={groups.others} />
          {isOver && left.length > 0 && (
            <div className="px-4 pt-2 pb-3">
              <LeftBehindList left={left} />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

const UploadRows = ({ uploads }: { uploads: readonly Upload[] }) => (
  <ul className="grid auto-rows-max empty:hidden">
    {uploads.map((upload) => (
      <UploadRow key={upload.id} upload={upload} />
    ))}
  </ul>
);
