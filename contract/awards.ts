import { z } from "zod";
import { Category, CategoryPatch, NewCategory } from "./categories.ts";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, idWith } from "./fields.ts";
import { LikedPhoto } from "./media-item.ts";
import { NightTime } from "./night-time.ts";
import { ShownReceipt } from "./nights.ts";
import { Person } from "./people.ts";
import { TripCard } from "./trips.ts";

export const VotingProgress = z.object({
  votesReceived: z.int(),
  totalVotesNeeded: z.int(),
  isComplete: z.boolean(),
  /** An organizer or a night ended the vote: it takes no more votes. */
  isClosed: z.boolean(),
  /** The organizer who closed the vote, until their account is deleted. */
  closedBy: Person.optional(),
  /** Everybody has voted, and the counts would give a ballot away: it takes more votes. */
  isHeld: z.literal(true).optional(),
  /** The vote ended with too few choices to keep them secret: nobody counted them, and they are destroyed. */
  isUncounted: z.literal(true).optional(),
});
export type VotingProgress = z.infer<typeof VotingProgress>;

/** It names the first 50 people who have not voted (in lists of awards the first ten), and nobody once the award is complete. */
export const FullProgress = VotingProgress.extend({ usersWhoHaventVoted: z.array(Person) });

/** Null after the person's account was deleted; `former-crew-member.ts` has the name to show instead. */
const Nominee = Person.nullable();

/** Null where an Awards Night shows ranks alone: its plan says so, or so few voted that counts would tell who chose whom. */
const Votes = z.int().nullable();

export const LeaderboardEntry = z.object({ user: Nominee, voteCount: Votes, rank: z.int() });
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;
export const OverallRanking = z.object({ user: Nominee, totalVotes: Votes, rank: z.int() });
export type OverallRanking = z.infer<typeof OverallRanking>;

/** The viewer's own vote in one award. */
const MyVote = z.object({
  /** Null without a vote, and for a void one. */
  nomineeId: Id.nullable(),
  /** The vote counts for nobody, and the voter may choose again: the nominee is off the ballot, or the night with the skip was called off. */
  isVoid: z.boolean(),
  /** The voter answered without a vote. Only trips with an Awards Night allow it. */
  isSkipped: z.literal(true).optional(),
  /** The choices are destroyed: nobody can read them any more, the voter included. The name of this field is older than that word. */
  isSealed: z.literal(true).optional(),
});

const BallotCategory = MyVote.extend({
  category: Category,
  progress: VotingProgress,
  /** False if voting is closed, if the viewer is no voter, and if the award was complete before they joined. */
  mayVote: z.boolean(),
  /** For organizers: why they cannot close the vote yet. */
  reasonToStayOpen: z.string().nullable(),
  /** The people of the crew who won this award on its last occasion. */
  champions: z.array(Id),
  /** The people of the crew who have taken their own name off this award. */
  declined: z.array(Id),
});

export const TripAwards = z.object({
  trip: TripCard,
  /** The viewer is on the crew. */
  isCrew: z.boolean(),
  /** Open awards on which the viewer, as crew, has no vote or a void one. */
  awardsToVoteOn: z.int(),
  night: NightTime.nullable(),
  /** The most liked photos of those who won awards of the trip, a few of each: first the best of each winner, most likes first. */
  bestPhotos: z.array(LikedPhoto),
  categories: z.array(
    z.object({
      category: Category,
      /** The first ten; empty until the award is complete. */
      leaderboard: z.array(LeaderboardEntry),
      /** The winner's best receipt, as the show had it. */
      receipt: ShownReceipt.nullable(),
      votingProgress: FullProgress,
    }),
  ),
});
export type TripAwards = z.infer<typeof TripAwards>;

export const awards = defineCalls(() => ({
  "GET /api/trips/:id/categories": {
    summary: "A trip's award categories, in order",
    access: "seat",
    isCompressed: true,
    reply: z.array(Category),
  },
  "POST /api/trips/:id/categories": {
    summary: "Add an award category",
    access: "seat",
    body: NewCategory,
    reply: Category,
    status: 201,
  },
  "PUT /api/categories/:id": {
    summary: "Edit an award category",
    access: "seat",
    body: CategoryPatch,
    reply: Category,
  },
  "DELETE /api/categories/:id": {
    summary: "Delete an award category and its votes; with votes, organizers only",
    access: "seat",
    reply: null,
  },
  "POST /api/categories/:id/vote": {
    summary: "Cast my vote, or change it",
    access: "seat",
    takesKey: "secret",
    body: z.object({ nomineeId: idWith("Please choose a nominee") }),
    reply: z.object({ nomineeId: Id, progress: VotingProgress }),
    status: 200,
  },
  "POST /api/categories/:id/close": {
    summary: "Close the vote for good, if enough have voted to keep their choices secret (organizers)",
    access: "seat",
    body: z.object({}).optional(),
    reply: VotingProgress,
    status: 200,
  },
  "GET /api/categories/:id/my-vote": {
    summary: "My own vote (members)",
    access: "seat",
    reply: MyVote,
  },
  "GET /api/categories/:id/leaderboard": {
    summary:
      "The leaderboard of an award, equal ranks by name; empty until the award is complete, and if it is uncounted",
    access: "seat",
    isCompressed: true,
    query: Page(200, 50),
    reply: z.array(LeaderboardEntry),
  },
  "GET /api/categories/:id/voting-progress": {
    summary: "How many votes are in, and who has not voted",
    access: "seat",
    isCompressed: true,
    reply: FullProgress,
  },
  "GET /api/trips/:id/voting-status": {
    summary: "Which awards are complete",
    access: "seat",
    reply: z.object({
      allVotingComplete: z.boolean(),
      categories: z.array(z.object({ categoryId: Id, isComplete: z.boolean() })),
    }),
  },
  "GET /api/trips/:id/overall-leaderboard": {
    summary:
      "Votes over all complete awards of a trip, equal ranks by name; without counts if one of the awards has none",
    access: "seat",
    isCompressed: true,
    query: Page(200, 50),
    reply: z.array(OverallRanking),
  },
  "GET /api/trips/:id/ballot": {
    summary: "The voting page: each award with its progress and my vote (members)",
    access: "seat",
    reply: z.object({
      trip: TripCard.pick({
        id: true,
        name: true,
        memberCount: true,
        voterCount: true,
        confirmedOnly: true,
        squadId: true,
      }).extend({
        /** The viewer's demo trip: its invented crew gets no mail. */
        isDemo: z.boolean(),
      }),
      mayVote: z.boolean(),
      /** My seat has to be kept or confirmed before I can vote here. Null otherwise. */
      toBeConfirmed: z
        .object({
          squad: z.string(),
          /** The first names of admins who can confirm me. None for crew outside the squad. */
          admins: z.array(z.string()),
        })
        .nullable(),
      isOrganizer: z.boolean(),
      night: NightTime.nullable(),
      categories: z.array(BallotCategory),
    }),
  },
  "GET /api/trips/:id/awards": {
    summary: "The awards of a trip with their leaderboards, and the most liked photos of their winners",
    access: "seat",
    isCompressed: true,
    reply: TripAwards,
  },
  "GET /api/awards/all": {
    summary: "The awards of my trips, newest trip first. A page ends early at a hundred awards",
    access: "seat",
    query: Page(50, 20),
    reply: z.array(TripAwards),
  },
}));

/** The refusals of awards and votes. */
export const refusalsOfAwards = {
  award_not_found: "Award not found",
  awards_full: "A trip has room for {max} awards. Delete one before you add another.",
  award_has_votes: "People have voted on this award. Only the organizers of this trip can delete it.",
  award_decided: "This award was decided before you joined.",
  voting_closed: "Voting on this award is closed",
  voting_closed_for_night: "Voting is closed: see you at Awards Night",
  crew_votes: "Only the crew of this trip can vote.",
  confirmed_people_vote: "Only confirmed people vote on this trip. Keep your seat, or ask an admin to confirm you.",
  nominee_not_on_crew: "Please choose someone from the crew",
  nominee_is_yourself: "Nobody votes for themselves on this Awards Night. Please choose someone else",
  skip_without_night: "Only awards of a planned Awards Night can be skipped.",
  night_closes_awards: "This trip has an Awards Night: all its awards close together then.",
  results_sealed: "The results are sealed until Awards Night. The awards can change after it.",
  crew_too_small_to_close:
    "A crew of three or fewer cannot close an award early: everyone could see whose votes they are.",
  too_few_settled_votes_to_close:
    "This award can be closed once three others who have been on the crew for a day have voted. With fewer votes, you could see whose they are.",
  too_few_votes_to_close:
    "This award can be closed once half of the crew has voted. With fewer votes, you could see whose they are.",
} as const;
