import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id } from "./fields.ts";
import { LikedPhoto, MediaItem, Uploader } from "./media-item.ts";
import { User } from "./people.ts";
import { Squad } from "./squads.ts";
import { BriefTrip, TripCard } from "./trips.ts";

export const Stats = z.object({
  tripCount: z.int(),
  awardCategoryCount: z.int(),
  photoCount: z.int(),
  userCount: z.int(),
});
export type Stats = z.infer<typeof Stats>;

/** Who can create an account: everybody, people with an invitation, or nobody. */
export const registrationModes = ["open", "invited", "closed"] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const overviews = defineCalls(() => ({
  "GET /api/dashboard": {
    summary: "The dashboard in one reply, with the first of my trips",
    access: "seat",
    reply: z.object({
      user: User,
      /** This user got the demo trip once; they may have removed it. */
      hadDemo: z.boolean(),
      squads: z.array(Squad),
      /** The viewer's nearest trips, in the order of `GET /api/trips`: at most twenty. */
      trips: z.array(BriefTrip),
      /** The cursor with which `GET /api/trips` continues them; null at the end. */
      nextTrips: z.string().nullable(),
      /** The viewer's trips, the photos, videos and awards in them, and the people they share a crew with. */
      stats: Stats,
      recentMedia: z.array(MediaItem),
      /** Of each trip that runs today: the people who added its latest photos, latest first, at most four. */
      lastUploaders: z.array(z.object({ tripId: Id, people: z.array(Uploader) })),
    }),
  },
  "GET /api/users/:id/highlights": {
    summary: "Their most liked photos that I may see, and the trips with both of us on the crew, latest start first",
    access: "seat",
    reply: z.object({
      photos: z.array(LikedPhoto),
      /** The latest of these trips. */
      trips: z.array(TripCard),
      tripCount: z.int(),
    }),
  },
  "GET /api/public/stats": {
    summary: "Public counts, at most 60 s old",
    access: "visitor",
    reply: Stats,
  },
  "GET /api/public/config": {
    summary: "The features that this server offers, and its limits",
    access: "visitor",
    reply: z.object({
      identityProvider: z.object({ name: z.string(), slug: z.string() }).nullable(),
      photoLibrary: z.object({ name: z.string(), slug: z.string() }).nullable(),
      registration: z.enum(registrationModes),
      limits: z.object({
        maxImageBytes: z.int(),
        maxVideoBytes: z.int(),
        maxProfileImageBytes: z.int(),
        maxFilesPerUpload: z.int(),
        imageTypes: z.array(z.string()),
        videoTypes: z.array(z.string()),
      }),
    }),
  },
}));
