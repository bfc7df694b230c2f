import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp, plain } from "./fields.ts";
import { Person } from "./people.ts";

/** How long a merge can be undone. */
export const undoDays = 7;

/** A merge that the viewer made and may undo. */
const Merge = z.object({
  /** The person who is gone. */
  id: Id,
  firstName: z.string(),
  into: Person,
  /** The squad for which an admin did it. Null if it was the viewer's own seat. */
  squad: z.object({ id: Id, name: z.string() }).nullable(),
  madeAt: Timestamp,
  /** Until then it can be undone. */
  until: Timestamp,
});
export type Merge = z.infer<typeof Merge>;

/** What a merge would move, before anybody makes it. */
const MergePlan = z.object({
  from: Person,
  into: Person,
  photos: z.int(),
  likes: z.int(),
  /** Trips on whose crew the one is and the other is not. */
  trips: z.int(),
  /** Results of complete awards. */
  results: z.int(),
});
export type MergePlan = z.infer<typeof MergePlan>;

const Two = z.object({ userId: Id, intoId: Id });

/** Two people who are one: a seat that goes into an account, and what admins merge in their squad. */
export const merges = defineCalls(() => ({
  "POST /api/seat/ticket": {
    summary: "Make a ticket with which my seat can go into the account that logs in next, within an hour",
    access: "seat",
    body: z.object({}),
    reply: z.object({ ticket: z.string() }),
    status: 201,
  },
  "POST /api/account/seat": {
    summary: "Merge a seat into my account: its photos, places and results are mine, and the seat is gone",
    body: z.object({ ticket: plain(1000, "Please begin again at Keep My Seat") }),
    reply: Merge,
    status: 201,
  },
  "GET /api/squads/:id/merges/:userId/into/:intoId": {
    summary: "What a merge of two people of the squad would move (admins)",
    access: "seat",
    params: z.object({ id: Id, ...Two.shape }),
    reply: MergePlan,
  },
  "POST /api/squads/:id/merges": {
    summary: "Merge a seat into another seat, or an expected name into a member (admins)",
    access: "seat",
    body: Two,
    reply: Merge,
    status: 201,
  },
  "GET /api/merges": {
    summary: "The merges that I made in the last seven days, latest first",
    reply: z.array(Merge),
  },
  "DELETE /api/merges/:id": {
    summary: "Undo a merge: people, photos, places and results are as before, and no ballot comes back",
    missing: "merge_not_found",
    reply: null,
  },
}));

export const refusalsOfMerges = {
  merge_ticket_ended:
    "This took too long. Open your squad in the browser with your seat, and press Keep My Seat again.",
  merge_needs_two: "Choose two different people.",
  merge_not_possible: "You can merge a seat into another seat, and a name that is still to come into a member.",
  merge_not_found: "This merge cannot be undone: it was not yours, or seven days have passed.",
} as const;
