import type pg from "pg";
import type { Options } from "../options.ts";
import { seedPeople } from "./people.ts";
import { seedPhotosSql, seedSquads } from "./squads.ts";

/** The number of photos of each trip, by the trip's number. */
export const galleryTrips = { 1: 100, 2: 10_000, 3: 100_000, 4: 1_000_000 } as const;
export type GalleryTrip = keyof typeof galleryTrips;

type Size = Pick<Options, "quick">;

/** The trips of a run. A quick one leaves out the largest, which takes minutes to fill. */
export const galleryTripsOf = ({ quick }: Size): GalleryTrip[] => (quick ? [1, 2, 3] : [1, 2, 3, 4]);

/** How many photos the trips before this one have together. */
export function firstPhotoOf(trip: GalleryTrip): number {
  const before = ([1, 2, 3] as const).filter((other) => other < trip);
  return before.reduce((total, other) => total + galleryTrips[other], 0);
}

/** Adds eight people, two squads and twenty trips, and the photos of `galleryTrips`. */
export const seedGallery = (options: Size) => async (client: pg.Client) => {
  await seedPeople(client, 8);
  await seedSquads(client, 8, 0);
  for (const trip of galleryTripsOf(options))
    await client.query(seedPhotosSql(galleryTrips[trip], String(trip), "1 + n % 8", firstPhotoOf(trip)));
};
