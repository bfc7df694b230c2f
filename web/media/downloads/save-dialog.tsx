import { useEffect, useState } from "react";
import type { MediaItem } from "#contract/media-item.ts";
import { plural } from "#contract/locale.ts";
import { useBackCloses } from "../../ui/back.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toast } from "../../ui/toast.ts";
import { namedTogether } from "../words.ts";
import { type ShareSheet, filesOf, portionsOf } from "./share-files.ts";

interface SaveProps {
  readonly items: readonly MediaItem[];
  readonly sheet: ShareSheet;
  /** Downloads the same photos as a zip if the share sheet does not work. */
  readonly onZip: () => void;
}

/** Passes originals to the share sheet of a phone, in portions. Each portion needs a press, because browsers open the sheet only then. */
export function SaveDialog({ items, sheet, onZip, ...state }: DialogState & SaveProps) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  return (
    <Dialog
      {...state}
      title="Save to this device"
      text="The originals in full quality, with whatever time and place is in them. Pick “Save” in the sheet that opens."
    >
      <Portions
        items={items}
        sheet={sheet}
        onDone={() => state.onOpenChange(false)}
        onZip={() => {
          state.onOpenChange(false);
          onZip();
        }}
      />
    </Dialog>
  );
}

type Fetching =
  | { readonly kind: "fetching"; readonly index: number }
  | { readonly kind: "ready"; readonly files: File[] }
  | { readonly kind: "failed" };

function Portions({ items, sheet, onDone, onZip }: SaveProps & { onDone: () => void }) {
  const portions = portionsOf(items, sheet);
  const [at, setAt] = useState(0);
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<Fetching>({ kind: "fetching", index: 0 });
  const portion = portions[at] ?? [];

  useEffect(() => {
    const leaving = new AbortController();
    filesOf(portion, (index) => setState({ kind: "fetching", index }), leaving.signal).then(
      (files) => setState({ kind: "ready", files }),
      () => !leaving.signal.aborted && setState({ kind: "failed" }),
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the photos of an open dialog stay the same
  }, [at, tries]);

  const share = async (files: File[]) => {
    try {
      await navigator.share({ files });
    } catch (error) {
      // The person closed the sheet or pressed twice. The button is still there.
      if (error instanceof DOMException && ["AbortError", "InvalidStateError"].includes(error.name)) return;
      return onZip();
    }
    if (at + 1 < portions.length) {
      setState({ kind: "fetching", index: 0 });
      setAt(at + 1);
    } else {
      toast({ title: "Shared successfully" });
      onDone();
    }
  };

  const photos = namedTogether(portion);
  return (
    <div className="grid gap-4">
      {state.kind === "failed" ? (
        <p role="alert" className="font-semibold text-alarm">
          Failed to download photos
        </p>
      ) : (
        <>
          <output>
            {portions.length > 1 && `Part ${at + 1} of ${portions.length}: `}
            {state.kind === "ready"
              ? plural(portion.length, { one: `${photos} is ready`, other: `${photos} are ready` })
              : `getting ${state.index} of ${portion.length}...`}
          </output>
          <ProgressBar
            value={state.kind === "ready" ? 100 : (100 * state.index) / Math.max(1, portion.length)}
            label="Getting photos"
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onZip}>As One Zip</Button>
        {state.kind === "failed" ? (
          <Button look="primary" onClick={() => setTries(tries + 1)}>
            Try Again
          </Button>
        ) : (
          <Button
            look="primary"
            disabled={state.kind !== "ready"}
            onClick={() => state.kind === "ready" && void share(state.files)}
          >
            Save {photos}
          </Button>
        )}
      </div>
    </div>
  );
}
