import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's open invitations to a squad or trip, with the state of their mails. */
export const sentInvitationsQuery = (placeId: string) =>
  queryOptions({
    queryKey: [...keys.invitations, placeId],
    queryFn: ({ signal }) => api("GET /api/invitations", { query: { place: placeId }, signal }),
  });

/** The viewer's failed mails that no page has shown. */
export const mailNoticesQuery = queryOptions({
  queryKey: keys.mailNotices,
  queryFn: ({ signal }) => api("GET /api/mail-notices", { signal }),
});
