import { Suspense, lazy, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import { CloudDownload, FileArchive } from "lucide-react";
import { plural } from "#contract/locale.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { type MediaScope, configQuery } from "../queries.ts";
import { ChosenCard } from "./chosen-card.tsx";
import { keepChosen, setCaption, useChosenFiles } from "./chosen-files.ts";
import { findFaults, hintOf } from "./file-limits.ts";
import { UploadButton } from "./upload-button.tsx";
import { addUploads } from "./upload-queue.ts";
import { useUploader } from "./use-uploads.ts";
import { sessionOver } from "../../core/session-over.ts";
import { useOpening } from "../../core/use-opening.ts";
import { Spinner } from "../../ui/button.tsx";
import { untilLoaded } from "../../ui/near.tsx";
import { pickFiles } from "./pick-files.ts";
import type { ReadyZips } from "./zip-part.tsx";
import { isZip } from "./zip/zip-photo.ts";

const ZipPart = lazy(() => untilLoaded(async () => ({ default: (await import("./zip-part.tsx")).ZipPart })));

/** Shows the chosen files before anything is sent: what is wrong with any of them, captions, and the button that starts the upload. */
export function UploadSheet({ scope, ...state }: DialogState & { scope: MediaScope }) {
  const me = useMe();
  const { limits, prepare } = useUploader(scope);
  const all = useChosenFiles(scope);
  const [chosen, zips] = useMemo(
    () => [all.filter(({ file }) => !isZip(file)), all.filter(({ file }) => isZip(file))],
    [all],
  );
  const [readyZips, setReadyZips] = useState<ReadyZips>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  useEffect(prepare, []);

  const faults = limits
    ? findFaults(
        chosen.map(({ file }) => file),
        limits,
      )
    : [];
  const sendable = limits ? chosen.filter((_, index) => !faults[index]) : [];
  const faulty = chosen.length - sendable.length;
  const inZips = zips.length > 0 ? (readyZips?.count ?? 0) : 0;
  const count = sendable.length + inZips;

  const close = () => (all.length > 0 ? setAsking(true) : state.onOpenChange(false));
  const start = () => {
    const later = new Set(chosen.flatMap(({ id }, index) => (faults[index]?.isTooMany === true ? id : [])));
    if (sendable.length > 0) addUploads(sendable, scope, me.id);
    const staysZip = inZips > 0 && readyZips?.start() === true;
    keepChosen(({ id, file }) => later.has(id) || (staysZip && isZip(file)));
    if (later.size === 0 && !staysZip) state.onOpenChange(false);
  };
  const remove = useCallback((id: string, button: HTMLElement) => {
    focusNear(button, list.current);
    keepChosen((one) => one.id !== id);
  }, []);

  return (
    <Dialog
      open={state.open}
      onOpenChange={(next) => (next ? state.onOpenChange(true) : close())}
      title="Add Photos"
      text={limits && `${hintOf(limits)}. Everyone gets them in full quality.`}
      width="fixed"
      {...(all.length > 0 && {
        footer: (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <UploadButton scope={scope} label="Add More" />
            <Button look="primary" disabled={count === 0} onClick={start}>
              {plural(count, { one: "Upload 1 File", other: `Upload ${count} Files` })}
            </Button>
          </div>
        ),
      })}
    >
      {zips.length > 0 && limits && (
        <Suspense fallback={<Spinner />}>
          <ZipPart zips={zips} scope={scope} limits={limits} onReady={setReadyZips} onRemove={remove} />
        </Suspense>
      )}
      {all.length === 0 ? (
        <div className="grid min-h-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-field-line px-4 py-8">
          <UploadButton scope={scope} look="primary" />
          <ImportEntry />
          <ZipEntry scope={scope} />
          <PhoneNote />
          <p className="hidden text-soft md:block">or drop or paste them anywhere on the page</p>
        </div>
      ) : (
        <>
          <output className="mb-4 block font-semibold text-alarm empty:hidden">
            {faulty > 0 && `${faulty} of ${chosen.length} will stay behind. Each says why.`}
          </output>
          <ul
            ref={list}
            className="grid grid-cols-2 gap-x-3 gap-y-6 sm:flex sm:flex-wrap sm:justify-center sm:gap-x-6 sm:gap-y-8"
          >
            {chosen.map((one, index) => (
              <ChosenCard
                key={one.id}
                chosen={one}
                fault={faults[index]?.sentence}
                onCaption={setCaption}
                onRemove={remove}
              />
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your selection?"
        text="Nothing has been sent yet. The photos stay on your device."
        action="Discard"
        busyLabel="Discarding..."
        onConfirm={async () => {
          keepChosen(() => false);
          state.onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

/** Moves the focus to the next file when its neighbour is removed, and to the first button after the last one. */
function focusNear(button: HTMLElement, list: HTMLElement | null): void {
  const card = button.closest("li");
  const near = card?.nextElementSibling ?? card?.previousElementSibling;
  const next = near?.querySelector("button") ?? list?.closest("[role=dialog]")?.querySelector("button");
  next?.focus();
}

/** A button beside the upload that imports from a photo library; nothing where none is set up. Without a session it cannot be pressed. */
function ImportEntry() {
  const [, setOpening] = useOpening(["import"]);
  const { data: config } = useQuery(configQuery);
  const isLoggedOut = useSyncExternalStore(sessionOver.subscribe, sessionOver.current);
  if (!config?.photoLibrary) return null;
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      disabled={isLoggedOut}
      icon={<CloudDownload aria-hidden="true" size={18} />}
      onClick={() => setOpening("import")}
    >
      {config.photoLibrary.name}
      {isLoggedOut && " (Login required)"}
    </Button>
  );
}

/** A button that picks zips. They are no part of the other picker, because a phone then shows its files instead of its photos. */
function ZipEntry({ scope }: { scope: MediaScope }) {
  const { choose } = useUploader(scope);
  return (
    <Button
      size="sm"
      icon={<FileArchive aria-hidden="true" size={18} />}
      onClick={() => pickFiles(".zip,application/zip", (files) => void choose(files))}
    >
      From a Zip
    </Button>
  );
}

const notes: readonly [RegExp, string][] = [
  [
    /iP(hone|ad|od)/,
    "iPhones often hand out smaller copies. For the originals tap Options where you pick photos, then Current.",
  ],
  [/Android/, "Android takes the place out of photos before a web page gets them."],
];

/** Says what this phone changes in photos before a web page gets them. */
function PhoneNote() {
  const note = notes.find(([system]) => system.test(navigator.userAgent))?.[1];
  return note && <p className="max-w-prose text-center text-sm text-soft">{note}</p>;
}
