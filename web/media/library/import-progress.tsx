import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import type { Import } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { takeFocus } from "./preview.tsx";
import { isUnfinished } from "./queries.ts";
import { faultTitle } from "./use-watch.ts";

/** Shows the progress of each photo with a button to cancel, and at the end the results. */
export function ImportProgress({
  imports,
  onCancel,
  onDone,
  onMore,
}: {
  imports: readonly Import[];
  onCancel: () => Promise<void>;
  onDone: () => void;
  onMore: () => void;
}) {
  const [isStopping, setStopping] = useState(false);
  const isComing = imports.some(isUnfinished);
  const came = imports.filter(({ state }) => state === "done").length;
  const failed = imports.filter(({ state }) => state === "failed");
  const noneCame = came === 0 && failed.length > 0 && failed.every(({ fault }) => fault?.step === "download");
  const whole = imports.reduce((sum, one) => sum + (isUnfinished(one) ? one.progress : 100), 0);
  const stop = async () => {
    setStopping(true);
    await onCancel();
    setStopping(false);
  };
  return (
    <section aria-label="Import" tabIndex={-1} ref={takeFocus} className="flex scroll-mt-4 flex-col gap-4 outline-none">
      <div className="grid gap-2">
        <output className="font-bold">
          {isComing
            ? plural(came, {
                one: `Importing: ${came} of ${imports.length} is here`,
                other: `Importing: ${came} of ${imports.length} are here`,
              })
            : endOf(imports)}
        </output>
        {isComing && <ProgressBar label="All photos" value={whole} max={imports.length * 100} />}
        {isComing && <p className="text-soft">You can close this: they come on their own.</p>}
        <p role="alert" className="font-semibold text-alarm empty:hidden">
          {!isComing && noneCame && "No photos could be downloaded"}
        </p>
      </div>
      <ul className="grid divide-y-2 divide-line">
        {imports.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {/* The buttons stay visible below a long list. */}
      <div className="sticky -bottom-[max(1.25rem,env(safe-area-inset-bottom))] -mt-3 -mb-[max(1.25rem,env(safe-area-inset-bottom))] flex flex-wrap justify-end gap-3 bg-page pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:-bottom-6 sm:-mb-6 sm:pb-6">
        {isComing ? (
          <Button busy={isStopping && "Cancelling..."} onClick={() => void stop()}>
            Cancel Import
          </Button>
        ) : (
          <>
            <Button onClick={onMore}>Choose More Photos</Button>
            <Button look="primary" onClick={onDone}>
              Done
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function Row({ one }: { one: Import }) {
  const { fileName, state, progress, fault } = one;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="grid min-w-0 flex-1 gap-1 leading-tight">
        <span className="truncate text-sm font-semibold">{fileName}</span>
        <span className={cx("steady text-sm", state === "failed" ? "text-alarm" : "text-soft")}>
          {fault ? <b>{faultTitle(one)} (skipped). </b> : wordsFor(one)}
          {fault?.sentence}
        </span>
        {state === "running" && <ProgressBar label={fileName} value={progress} />}
      </div>
      {state === "done" && <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />}
      {state === "failed" && <CircleAlert aria-hidden="true" size={22} className="shrink-0 text-alarm" />}
    </li>
  );
}

function wordsFor({ state, progress, duplicate }: Import): string {
  if (state === "waiting") return "Waiting";
  if (state === "done") return duplicate ? "Was here already" : "Added";
  if (state === "running") return progress < 80 ? `Downloading... ${progress}%` : `Saving... ${progress}%`;
  return state === "cancelled" ? "Cancelled" : "Failed";
}

function endOf(imports: readonly Import[]): string {
  const count = (wanted: (one: Import) => boolean) => imports.filter(wanted).length;
  const came = count(({ state, duplicate }) => state === "done" && !duplicate);
  const known = count(({ state, duplicate }) => state === "done" && duplicate);
  const failed = count(({ state }) => state === "failed");
  const cancelled = count(({ state }) => state === "cancelled");
  const facts = [
    `${came} of ${imports.length} added`,
    known > 0 && `${known} here already`,
    failed > 0 && `${failed} skipped`,
    cancelled > 0 && `${cancelled} cancelled`,
  ];
  return facts.filter(Boolean).join(", ");
}
