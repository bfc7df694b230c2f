import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Day, Id, OptionalImage, Page, Timestamp, idWith, line, name, text } from "./fields.ts";
import { Category } from "./categories.ts";
import { MediaItem } from "./media-item.ts";
import { NightTime } from "./night-time.ts";
import { News, NewPhotos } from "./seen.ts";
import { Person } from "./people.ts";

/** A trip as lists show it. Dates are calendar days, sent as 00:00:00.000Z of that day. */
export const TripCard = z.object({
  id: Id,
  squadId: Id.nullable(),
  name: z.string(),
  location: z.string(),
  description: z.string(),
  startDate: Timestamp,
  endDate: Timestamp,
  photoUrl: z.string().nullable(),
  /** The picture to show: the trip's own photo, or else its most liked one. Null without photos. */
  coverUrl: z.string().nullable(),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  /** The crew: all who can be voted for. */
  memberCount: z.int(),
  /** How many of the crew can vote. An expected person cannot, nor a seat that has to be confirmed first. */
  voterCount: z.int(),
  /** Only accounts vote on its awards, and seats that an admin has confirmed. */
  confirmedOnly: z.boolean(),
  categoryCount: z.int(),
  mediaCount: z.int(),
  allVotingComplete: z.boolean(),
  createdAt: Timestamp,
});
export type TripCard = z.infer<typeof TripCard>;

/** A trip in a list of the viewer's. */
export const ListedTrip = TripCard.extend({
  /** Open awards on which the viewer has no vote or a void one; null if they are not on the crew. */
  awardsToVoteOn: z.int().nullable(),
  /** Its Awards Night; null without one that the viewer may know of. */
  night: NightTime.nullable(),
  newPhotos: NewPhotos,
  /**
   * What the viewer gets back (more than 0) or owes (less), in the smallest unit of the trip's currency; 0 when even. Null if they may not
   * see the costs.
   */
  costBalance: z.int().nullable(),
});
export type ListedTrip = z.infer<typeof ListedTrip>;

/** What the card of a trip on the dashboard shows. */
export const BriefTrip = ListedTrip.omit({
  description: true,
  photoUrl: true,
  isPublic: true,
  confirmedOnly: true,
  mediaCount: true,
  createdAt: true,
});
export type BriefTrip = z.infer<typeof BriefTrip>;

/** The rights of the viewer on a trip. */
export const TripViewer = z.object({
  isCrew: z.boolean(),
  isOrganizer: z.boolean(),
  isSquadAdmin: z.boolean(),
  /** A member of the trip's squad. False for crew who were removed from the squad but stay on the trip. */
  isInSquad: z.boolean(),
  /** May upload, like, download originals, edit the trip and its categories. */
  isMember: z.boolean(),
});

export const TripMember = z.object({
  id: Id,
  userId: Id,
  user: Person,
  mood: z.string().nullable(),
  excitementLevel: z.int().min(0).max(10).nullable(),
  /** The squad expects this person, who has not taken a seat yet. */
  isExpected: z.boolean(),
});
export type TripMember = z.infer<typeof TripMember>;

/** A place in a complete award of a trip. Equal votes share a rank (1, 1, 3). */
export const AwardWinner = z.object({
  rank: z.int().min(1).max(3),
  category: Category.pick({ id: true, name: true }),
  /** Null after the person's account was deleted. */
  user: Person.nullable(),
});
export type AwardWinner = z.infer<typeof AwardWinner>;

/** Somebody who took most first places of a trip. */
export const NightWinner = z.object({ user: Person, golds: z.int() });
export type NightWinner = z.infer<typeof NightWinner>;

const TripFields = z.object({
  name: name(120, "Trip name is required"),
  location: line(200, "Location is required"),
  description: text(5000).optional(),
  startDate: Day("Start date is required"),
  endDate: Day("End date is required"),
  photoUrl: OptionalImage,
});
export type TripFields = z.infer<typeof TripFields>;

const inOrder = (trip: { startDate: string; endDate: string }) =>
  trip.endDate.slice(0, 10) >= trip.startDate.slice(0, 10);
const outOfOrder = { path: ["endDate"], message: "End date must be on or after the start date" };

export const TripEdit = TripFields.extend({
  /** Set by admins of its squad. Switching it on takes the ballots of other seats out of open awards. */
  confirmedOnly: z.boolean().optional(),
}).refine(inOrder, outOfOrder);
export type TripEdit = z.infer<typeof TripEdit>;
const NewTrip = TripFields.extend({ squadId: idWith("Please choose a squad").nullable().optional() }).refine(
  inOrder,
  outOfOrder,
);

export const trips = defineCalls(() => ({
  "GET /api/trips": {
    summary: "My trips, nearest first: those running today, then those to come, then the past",
    access: "seat",
    query: Page(200, 100),
    reply: z.array(ListedTrip),
  },
  "POST /api/trips": {
    summary: "Create a trip, in a squad or squadless",
    access: "seat",
    body: NewTrip,
    reply: TripCard,
    status: 201,
  },
  "GET /api/trips/:id": {
    summary: "A trip as its page shows it, with the first page of its media",
    access: "seat",
    isCompressed: true,
    reply: z.object({
      trip: ListedTrip.extend({
        viewer: TripViewer,
        photoCount: z.int(),
        videoCount: z.int(),
        /** The people on the crew who have a ballot, perhaps a void one, in each open award. */
        votersDone: z.int(),
      }),
      members: z.array(TripMember),
      categories: z.array(Category),
      /** Winners of complete awards: at most three first places, two second and one third. */
      winners: z.array(AwardWinner),
      /** The people with the most first places, once the Awards Night is over; several in a tie, none before. */
      nightWinners: z.array(NightWinner),
      media: z.array(MediaItem),
      /** The cursor of the second page of media; null if there is none. */
      nextMedia: z.string().nullable(),
      /** Null for people who do not belong to the trip. */
      news: News.nullable(),
      squad: z
        .object({
          id: Id,
          name: z.string(),
          photoUrl: z.string().nullable(),
          isPublic: z.boolean(),
          /** The viewer's demo squad: nobody can be invited to it. */
          isDemo: z.boolean(),
        })
        .nullable(),
    }),
  },
  "PUT /api/trips/:id": {
    summary: "Edit a trip; only admins of its squad choose that confirmed people alone vote",
    access: "seat",
    body: TripEdit,
    reply: TripCard,
  },
  "DELETE /api/trips/:id": {
    summary: "Delete a trip and all it holds (organizers)",
    access: "seat",
    reply: null,
  },
  "GET /api/trips/:id/members": {
    summary: "The crew, in the order they joined",
    access: "seat",
    isCompressed: true,
    query: Page(500, 200),
    reply: z.array(TripMember),
  },
  "PUT /api/trips/:id/members": {
    summary: "Set the crew to exactly these people, who are squad members or on the crew already",
    access: "seat",
    body: z.object({
      userIds: z.array(idWith("Please choose people of the squad"), "Please choose the crew").max(2000),
    }),
    reply: z.array(TripMember),
  },
  "PATCH /api/trips/:id/members/me": {
    summary: "My own mood and excitement",
    access: "seat",
    takesKey: "open",
    body: z.object({
      mood: line(60).nullable().optional(),
      excitementLevel: z.int().min(0).max(10).nullable().optional(),
    }),
    reply: TripMember,
  },
  "DELETE /api/trips/:id/members/:userId": {
    summary: "Remove someone from the crew (organizers); their votes in this trip are deleted",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    reply: null,
  },
  "POST /api/trips/:id/leave": {
    summary: "Leave the crew; the last one of a squadless trip confirms with its name, and the trip is deleted",
    access: "seat",
    body: z.object({ confirm: line(200).optional() }),
    reply: z.object({ deleted: z.boolean() }),
  },
}));

/** The refusals of trips and their crews. */
export const refusalsOfTrips = {
  trip_not_found: "Trip not found",
  trip_crew_only: "Only the crew of this trip can do that.",
  trip_members_only: "Only the crew and the squad of this trip can do that.",
  trip_organizers_only: "Only the organizers of this trip can do that.",
  trip_needs_crew: "A trip needs at least one person.",
  crew_is_of_squad: "Only members of the squad can be added to the crew.",
  organizers_remove_crew: "Only the organizers of this trip can take others off the crew.",
  not_on_crew: "This person is not on the crew of this trip.",
  you_are_not_on_crew: "You are not on the crew of this trip.",
  last_of_crew: "You are the last of the crew. You can leave or delete the trip instead.",
  confirm_last_of_crew_leaves:
    "You are the last of the crew: leaving deletes this trip and all it holds. Please confirm with its name.",
  squad_admins_choose_voters: "Only admins of the trip's squad can choose who votes.",
  voters_sealed: "Voting is closed until Awards Night is over. Who votes can change after it.",
  trips_full: "You have created {max} trips. Delete one before you create another.",
} as const;
