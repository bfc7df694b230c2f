import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { keys } from "../keys.ts";

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api("GET /api/auth/user", { signal }),
});

export const squadsQuery = queryOptions({
  queryKey: keys.squads,
  queryFn: ({ signal }) => api("GET /api/squads", { signal }),
});

export const tripsQuery = queryOptions({
  queryKey: keys.trips,
  queryFn: ({ signal }) => api("GET /api/trips", { signal }),
});

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: keys.trip(id),
    queryFn: ({ signal }) => api("GET /api/trips/:id", { params: { id }, signal }),
  });
