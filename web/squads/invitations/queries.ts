import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";

/** The viewer's own open invitations to a squad or trip, and what became of their mails. */
export const sentInvitationsQuery = (placeId: string) =>
  queryOptions({
    queryKey: [...keys.invitations, placeId],
    queryFn: ({ signal }) => api("GET /api/invitations", { query: { place: placeId }, signal }),
  });

/** Mails of the viewer's that reached nobody and that they were not told of. */
export const mailNoticesQuery = queryOptions({
  queryKey: keys.mailNotices,
  queryFn: ({ signal }) => api("GET /api/mail-notices", { signal }),
});
