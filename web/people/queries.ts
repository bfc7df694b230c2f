import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { keys } from "../keys.ts";

/** The public face of someone. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: keys.person(id),
    queryFn: ({ signal }) => api("GET /api/users/:id", { params: { id }, signal }),
  });

/** Their first, second and third places. */
export const personAwardsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.person(id), "awards"],
    queryFn: ({ signal }) => api("GET /api/users/:id/awards", { params: { id }, signal }),
  });

/** Everyone the viewer shares a squad or trip with, the viewer included. */
export const membersQuery = queryOptions({
  queryKey: keys.members,
  queryFn: ({ signal }) => api("GET /api/all-members", { signal }),
});
