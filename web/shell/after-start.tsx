import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { First } from "#contract/first.ts";
import type { User } from "#contract/people.ts";
import { growCards } from "../core/grow.ts";
import { resumeReadOnly } from "../core/watch-read-only.ts";
import { hereZone } from "../core/zone.ts";
import { scenes } from "../scenes/scenes.ts";
import { InboxWatch } from "../inbox/inbox-watch.tsx";
import { UploadCorner } from "../media/uploads/upload-corner.tsx";
import { MailNotices } from "../squads/invitations/mail-notices.tsx";
import { untilLoaded } from "../ui/near.tsx";
import { forgetTypedByOthers } from "../ui/typed.ts";
import { OutboxCorner } from "./outbox-corner.tsx";
import { showWaitingToast } from "../ui/waiting-toast.ts";

const loadLinkReturn = async () => (await import("../accounts/settings/link-return.ts")).tellLinkReturn;

const loadOffline = async () => (await import("../offline/start.ts")).startOffline;

/** At a first visit a slow phone has drawn its page by then, and heard what was pressed. In milliseconds. */
const quietMs = 8000;

growCards();
forgetTypedByOthers();
showWaitingToast();
resumeReadOnly();
// The viewer returns from linking a provider account.
if (/[?&](success=account_linked|error=(link_failed|invalid_session))\b/.test(location.search))
  void untilLoaded(loadLinkReturn).then((tell) => tell());
// So that the next documents bring the outlines of galleries.
setTimeout(hereZone, 5000);
// The drawing of a page that does not open must be there without a connection.
Object.assign(new Image(), { fetchPriority: "low", src: scenes.lighthouse });

/** What a member's first page does not wait for, on every page: uploads, notices, the number at the bell, and times without a connection. Mount it once. */
export function AfterStart({ me, first }: { me: User; first: First | undefined }) {
  const client = useQueryClient();
  // Later visits have all code on the device, and may have no connection.
  const [isQuiet, setQuiet] = useState(() => !first || Boolean(navigator.serviceWorker?.controller));
  useEffect(() => {
    const timer = setTimeout(setQuiet, quietMs, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isQuiet) void untilLoaded(loadOffline).then((start) => start(client, me, first));
  }, [isQuiet, client, me, first]);
  return (
    <>
      {/* Phones have their bar below it. */}
      <div className="pointer-events-none fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 grid gap-3 md:right-auto md:bottom-4 md:left-4 md:w-96">
        {isQuiet && <OutboxCorner />}
        <UploadCorner />
      </div>
      <MailNotices />
      <InboxWatch />
    </>
  );
}
