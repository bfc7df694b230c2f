import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import { CloudDownload } from "lucide-react";
import { plural } from "#contract/locale.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { type MediaScope, configQuery } from "../queries.ts";
import { ChosenCard } from "./chosen-card.tsx";
import { keepChosen, useChosenFiles } from "./chosen-files.ts";
import { findFaults, hintOf } from "./file-limits.ts";
import { UploadButton } from "./upload-button.tsx";
import { addUploads } from "./upload-queue.ts";
import { useUploader } from "./use-uploads.ts";
import { sessionOver } from "../../core/session-over.ts";
import { useOpening } from "../../core/use-opening.ts";

/** Shows the chosen files before anything is sent: what is wrong with any of them, captions, and the button that starts the upload. */
export function UploadSheet({ scope, ...state }: DialogState & { scope: MediaScope }) {
  const me = useMe();
  const { limits, prepare } = useUploader(scope);
  const chosen = useChosenFiles(scope);
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

  const close = () => (chosen.length > 0 ? setAsking(true) : state.onOpenChange(false));
  const start = () => {
    const later = new Set(chosen.flatMap(({ id }, index) => (faults[index]?.isTooMany === true ? id : [])));
    addUploads(sendable, scope, me.id);
    keepChosen(({ id }) => later.has(id));
    if (later.size === 0) state.onOpenChange(false);
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
      {...(chosen.length > 0 && {
        footer: (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <UploadButton scope={scope} label="Add More" />
            <Button look="primary" disabled={sendable.length === 0} onClick={start}>
              {plural(sendable.length, { one: "Upload 1 File", other: `Upload ${sendable.length} Files` })}
            </Button>
          </div>
        ),
      })}
    >
      {chosen.length === 0 ? (
        <div className="grid min-h-full place-content-center justify-items-center gap-3 rounded-card border-2 border-dashed border-field-line px-4 py-8">
          <UploadButton scope={scope} look="primary" />
          <ImportEntry />
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
              <ChosenCard key={one.id} chosen={one} fault={faults[index]?.sentence} onRemove={remove} />
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
