import { CircleCheck, FileArchive, Film, Image, RotateCw, X } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { formatCount } from "#contract/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { focusPage } from "../../ui/focus-page.ts";
import { type Upload, type UploadState, isOver, isVideo } from "./upload-list.ts";
import { countsOf } from "./upload-totals.ts";
import { removeUpload, retryUpload } from "./upload-queue.ts";

/** Shows one upload, with buttons to cancel or retry it. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, file, state, zip } = upload;
  const isDone = state.kind === "done";
  const mayRetry = state.kind === "failed" && state.mayRetry;
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-2 pr-2 pl-4">
      {state.kind === "sending" && (
        <progress
          aria-label={name}
          value={state.share}
          max={1}
          className="striped absolute inset-x-0 bottom-0 h-1 w-full bg-transparent"
        />
      )}
      {zip ? (
        <Preview icon={FileArchive} />
      ) : isVideo(upload) ? (
        <Preview icon={Film} />
      ) : (
        <Preview file={file} icon={Image} />
      )}
      <div className="grid min-w-0 flex-1 leading-tight">
        <span className="line-clamp-2 text-sm font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
        <span className="steady text-sm text-soft empty:hidden">
          {zip && state.kind !== "pausing" ? wordsForZip(upload) : wordsFor(state)}
        </span>
      </div>
      {mayRetry && (
        <IconButton label={`Retry ${name}`} onClick={() => retryUpload(id)}>
          <RotateCw aria-hidden="true" size={18} />
        </IconButton>
      )}
      {isDone ? (
        <CircleCheck aria-hidden="true" size={22} className="mr-2.5 text-good" />
      ) : (
        <IconButton
          label={state.kind === "failed" ? `Dismiss ${name}` : `Cancel ${name}`}
          onClick={({ currentTarget }) => {
            focusNear(currentTarget);
            removeUpload(id);
          }}
        >
          <X aria-hidden="true" size={18} />
        </IconButton>
      )}
    </li>
  );
});

/** Keeps the focus in the tray when its row is removed. */
function focusNear(button: HTMLElement): void {
  const row = button.closest("li");
  const tray = row?.closest("section[aria-label=Uploads]");
  const rows = [...(tray?.querySelectorAll("li") ?? [])];
  const at = rows.findIndex((one) => one === row);
  const next = [rows[at + 1], rows[at - 1], tray].map((near) => near?.querySelector("button")).find(Boolean);
  if (next && rows.length > 1) next.focus();
  else focusPage();
}

/** "12 of 4,312", and "4,300 in · 12 already here" at the end. */
function wordsForZip(upload: Upload): string {
  const { files, done, failed, duplicates, photos, videos } = countsOf(upload);
  if (!isOver(upload)) return `${formatCount(Math.min(files, done + failed + 1))} of ${formatCount(files)}`;
  const parts = [`${formatCount(photos + videos)} in`, duplicates > 0 && `${formatCount(duplicates)} already here`];
  return parts.filter(Boolean).join(" · ");
}

function wordsFor(state: UploadState): string {
  switch (state.kind) {
    case "waiting":
      return "Waiting";
    case "checking":
      return "Checking";
    case "sending":
      return state.share < 1 ? `${Math.floor(state.share * 100)}%` : "Almost there";
    case "saving":
      return "Saving";
    case "pausing":
      return pausingWords(state.sentence);
    case "done":
      return state.isDuplicate ? "Already here" : "Done";
    default:
      // The tray says the reason once, above all files that share it.
      return "";
  }
}

/** Leaves out the advice to try again, because the upload does so by itself. */
function pausingWords(sentence: string): string {
  const why = sentence.replace(/[^.]*\btry again\b[^.]*\./, "").trim();
  return why.endsWith("by itself.") ? why : `${why} Going on shortly.`;
}

/** Shows the picture itself if this tab has the file. */
function Preview({ file, icon: Icon }: { file?: Blob | undefined; icon: typeof Image }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- an object URL that must be revoked cannot be made while rendering
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    <span className="relative grid size-10 shrink-0 place-items-center overflow-hidden rounded-photo bg-tint text-soft">
      <Icon aria-hidden="true" size={18} />
      {url !== undefined && (
        <img
          src={url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
