import type { QueryClient } from "@tanstack/react-query";
import { growCards } from "../core/grow.ts";
import { startLive } from "../core/live.ts";
import { hereZone } from "../core/zone.ts";
import { UploadCorner } from "../media/uploads/upload-corner.tsx";
import { MailNotices } from "../squads/invitations/mail-notices.tsx";

/** Starts what a member's first page does not wait for. `since`: when the server read the first answers. Call it once. */
export function startRest(client: QueryClient, since: number | undefined): void {
  startLive(client, since);
  growCards();
  // So that the next documents bring the outlines of galleries.
  setTimeout(hereZone, 5000);
}

/** Uploads and notices, on every page of a member. Mount it once. */
export const AfterStart = () => (
  <>
    <UploadCorner />
    <MailNotices />
  </>
);
