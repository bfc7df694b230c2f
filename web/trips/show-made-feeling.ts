import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { ShowMade } from "../core/outbox/show-made.ts";

/** A trip with how the viewer feels about it, which waits. */
export const showMadeFeeling: ShowMade = (queryKey, data, made, me) => {
  if (made.call !== "PATCH /api/trips/:id/members/me") return data;
  if (queryKey.length !== 2 || queryKey[0] !== "trip" || queryKey[1] !== made.of) return data;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says what it is
  const trip = data as Answer<Calls["GET /api/trips/:id"]>;
  const { mood = null, excitementLevel = null } = made.body;
  const isShown = trip.members.every(
    (one) => one.userId !== me.id || (one.mood === mood && one.excitementLevel === excitementLevel),
  );
  if (isShown) return data;
  const members = trip.members.map((one) => (one.userId === me.id ? { ...one, mood, excitementLevel } : one));
  return { ...trip, members };
};
