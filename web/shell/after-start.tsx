import { growCards } from "../core/grow.ts";
import { hereZone } from "../core/zone.ts";
import { UploadCorner } from "../media/uploads/upload-corner.tsx";
import { MailNotices } from "../squads/invitations/mail-notices.tsx";

growCards();
// So that the next documents bring the outlines of galleries.
setTimeout(hereZone, 5000);

/** What a member's first page does not wait for, on every page: uploads and notices. Mount it once. */
export const AfterStart = () => (
  <>
    <UploadCorner />
    <MailNotices />
  </>
);
