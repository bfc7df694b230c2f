import { useEffect, useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { serverPaths } from "../../core/paths.ts";
import { isOver, uploads } from "./upload-list.ts";
import { abandonUploads } from "./upload-queue.ts";

/**
 * Logging out gives up what is under way and takes it off this device, so it asks first. Whichever link leads out, it is caught here
 * before anything else hears of it.
 */
export function LeaveAccount() {
  const [left, setLeft] = useState(0);

  useEffect(() => {
    const listening = new AbortController();
    const hear = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.getAttribute("href") !== serverPaths.logout) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const under = uploads.current().filter((upload) => !isOver(upload)).length;
      if (under === 0) {
        void leave();
        return;
      }
      // The menu that the link stood in closes.
      link.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      setTimeout(() => setLeft(under));
    };
    document.addEventListener("click", hear, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);

  return (
    <ConfirmDialog
      open={left > 0}
      onOpenChange={(open) => !open && setLeft(0)}
      title="Log out now?"
      text={`${left === 1 ? "1 file is" : `${left} files are`} still on the way. Logging out gives up what is not in yet and takes it off this device.`}
      action="Log Out"
      busyLabel="Logging out..."
      onConfirm={leave}
    />
  );
}

async function leave(): Promise<void> {
  await abandonUploads();
  location.assign(serverPaths.logout);
}
