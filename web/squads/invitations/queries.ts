import { callQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's open invitations to a squad or trip, with the state of their mails. */
export const sentInvitationsQuery = (placeId: string) =>
  callQuery([...keys.invitations, placeId], "GET /api/invitations", { query: { place: placeId } });

/** The viewer's failed mails that no page has shown. */
export const mailNoticesQuery = callQuery(keys.mailNotices, "GET /api/mail-notices");
