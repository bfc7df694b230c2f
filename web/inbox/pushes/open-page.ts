import { type Path, navigate } from "../../core/link.tsx";
import type { OpenRequest } from "../../core/device/open-request.ts";

/** Whether leaving could cost somebody something: a dialog is open, a photo among them, or a text field has a text. */
function isInUse(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden])",
  );
  return (
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null ||
    [...fields].some((field) => field.value.trim() !== "" && !field.readOnly)
  );
}

/**
 * Has this page show what a pressed notification leads to, unless somebody is in the middle of something here; the worker opens a page of its
 * own then. Returns a function that stops this.
 */
export function openPagesOfPushes(): () => void {
  const listening = new AbortController();
  navigator.serviceWorker?.addEventListener(
    "message",
    ({ data, ports }: MessageEvent<OpenRequest | undefined>) => {
      if (data?.kind !== "open") return;
      const isFree = !isInUse();
      if (isFree) navigate(data.path as Path);
      ports[0]?.postMessage(isFree);
    },
    { signal: listening.signal },
  );
  return () => listening.abort();
}
