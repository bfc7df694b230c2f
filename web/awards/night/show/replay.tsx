import type { NightPage } from "#contract/nights.ts";

/** The cards of a night that is over. */
export const Replay = ({ trip }: { tripId: string; trip: NightPage["trip"] }) => (
  <h1 className="title p-8 text-5xl">{trip.name}</h1>
);
