import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Email, Id, Timestamp, line, name, plain } from "./fields.ts";
import { NewPassword, Person, User } from "./people.ts";

/** A secret that a browser or the server made: at least 128 random bits in base64url. */
const Secret = z.string().regex(/^[\w-]{22,64}$/, "Please reload this page and try again");

const NewSeat = z.object({
  /** Required unless `expected` names one. */
  firstName: name(60, "Please enter your first name").optional(),
  lastName: line(60).optional(),
  /** The expected person whose name this is. */
  expected: Id.optional(),
});

/** How many names a squad may expect at a time. */
export const maxExpected = 50;

/** How the person with a seat signs in from now on. */
export const KeptSeat = z.object({ email: Email, password: NewPassword });

/** An admin made a new personal link for a seat. The first name is null once that person is gone. */
const NewLink = z.object({ by: z.string().nullable(), at: Timestamp });

/** An admin confirmed who this is. The first name is null once that admin is gone. */
const Confirmed = z.object({ by: z.string().nullable(), at: Timestamp });

/** A seat as admins of its squad see it. */
export const SeatCard = z.object({
  user: Person,
  satAt: Timestamp,
  /** Browser and system, such as "Firefox on Windows". */
  device: z.string().nullable(),
  /** Not a member yet: an admin has to let them in. */
  isWaiting: z.boolean(),
  /** The admin who last made a personal link for them. Null if none did. */
  newLink: NewLink.nullable(),
  /** It votes where only confirmed people do. Null if no admin has confirmed it. */
  confirmed: Confirmed.nullable(),
});
export type SeatCard = z.infer<typeof SeatCard>;

/** People who take part without an account. */
export const seats = defineCalls(() => ({
  "POST /api/squads/:id/seats": {
    summary: "Take a seat in a squad by its invite link, without an account, and sign in",
    access: "visitor",
    body: z.object({
      ...NewSeat.shape,
      invite: plain(100, "Please open the squad's invite link again"),
      /** The browser's own secret. The same request again gives the same seat, for ten minutes. */
      key: Secret,
    }),
    missing: "squad_not_joinable",
    /** `tripId` is the trip that is on. `isWaiting`: an admin has to let the person in. */
    reply: z.object({ user: User, isWaiting: z.boolean(), tripId: Id.nullable() }),
    status: 201,
  },
  "GET /api/seat": {
    summary: "My seat: whether it waits for an admin, and whether I have a link that brings me back",
    access: "seat",
    reply: z.object({
      squadId: Id.nullable(),
      isWaiting: z.boolean(),
      hasLink: z.boolean(),
      /** The address of the personal invitation by which I came. */
      invitedAs: z.string().nullable(),
      newLink: NewLink.nullable(),
    }),
  },
  "POST /api/seat/link": {
    summary: "Make a personal link that signs in to my seat; those before end",
    access: "seat",
    body: z.object({}),
    reply: z.object({ link: z.string() }),
    status: 201,
  },
  "POST /api/seat/link/mail": {
    summary: "Mail a personal link that signs in to my seat, three times a day at most; the address is not kept",
    access: "seat",
    body: z.object({ email: Email }),
    reply: null,
  },
  "POST /api/seat/account": {
    summary: "Keep my seat: from now on it is an account, with all that it has",
    access: "seat",
    body: KeptSeat,
    reply: User,
    status: 201,
  },
  "POST /api/seats/return": {
    summary: "Sign in to a seat with the secret of its personal link",
    access: "visitor",
    body: z.object({ token: Secret }),
    reply: z.object({ user: User, squadId: Id.nullable() }),
    worksReadOnly: true,
  },
  "POST /api/squads/:id/expected": {
    summary: "Write down who is still to come, fifty at most; they are crew of the trips that have not ended (members)",
    access: "seat",
    body: z.object({
      names: z
        .array(name(60, "Please enter at least one name"), "Please enter at least one name")
        .min(1, "Please enter at least one name")
        .max(maxExpected, `A squad can expect at most ${maxExpected} people`),
    }),
    reply: z.array(Person),
    status: 201,
  },
  "PATCH /api/squads/:id/expected/:userId": {
    summary: "Correct an expected name (members)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    body: z.object({ name: name(60, "Please enter a name") }),
    reply: Person,
  },
  "DELETE /api/squads/:id/expected/:userId": {
    summary: "Expect somebody no longer; the votes for them become void (members)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    reply: null,
  },
  "GET /api/squads/:id/seats": {
    summary: "Who took a seat in the squad, when and with what device, latest first (admins)",
    access: "seat",
    reply: z.array(SeatCard),
  },
  "POST /api/squads/:id/seats/let-in": {
    summary: "Let in everybody who waits; thirty more may sit down in the next hour (admins)",
    access: "seat",
    body: z.object({}),
    reply: z.object({ letIn: z.int() }),
  },
  "POST /api/squads/:id/seats/:userId/confirm": {
    summary: "Confirm who a seat is: it votes where only confirmed people do; again, it does nothing (admins)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    body: z.object({}),
    reply: null,
  },
  "POST /api/squads/:id/seats/:userId/link": {
    summary:
      "Make a new personal link for a seat; its other sessions and links end, and its ballots in open awards (admins)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    body: z.object({}),
    reply: z.object({ link: z.string() }),
    status: 201,
  },
}));

export const refusalsOfSeats = {
  squad_takes_no_seats: "This squad takes no friends without an account. Log in or register to join it.",
  seat_elsewhere: "You have a seat in {squad}. Keep it, and you can join here too.",
  seat_waits: "An admin has to let you in.",
  seat_just_taken: "Somebody else has just taken this name. Choose again.",
  squad_expects_many: "A squad can expect at most {max} people. Remove a name first.",
  first_name_missing: "Please enter your first name",
  not_expected: "This name is no longer on the list of who is still to come.",
  seat_key_used: "This page is out of date. Please reload it and sit down again.",
  seat_is_kept: "You have an account, so you log in with it.",
  seat_link_ended: "This link has ended. An admin of your squad can make a new one for you.",
  not_a_seat: "This person has no seat in this squad.",
  signed_in_already: "You are signed in already. Join with the account you have.",
} as const;
