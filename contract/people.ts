import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Email, Id, OptionalImage, Page, line, name, plain, text } from "./fields.ts";

/** What other people may see of a user. */
export const Person = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** What everybody in a room may see of a user. */
export const Face = Person.pick({ id: true, firstName: true, lastName: true, profileImageUrl: true });
export type Face = z.infer<typeof Face>;

/** A person as the server sends it to that person alone. A seat is a person without an account, so without an address. */
export const User = Person.extend({
  email: z.string().nullable(),
  isSeat: z.boolean(),
  /** How others can pay them: an IBAN, a link. Only people who owe them see it. */
  payTo: z.string().nullable(),
});
export type User = z.infer<typeof User>;

export const OldPassword = z
  .string("Please enter your password")
  .min(1, "Please enter your password")
  .max(200, "Please use at most 200 characters");
export const NewPassword = z
  .string("Password must be at least 6 characters")
  .min(6, "Password must be at least 6 characters")
  .max(200, "Please use at most 200 characters");

/** The code of an invitation, and its squad or trip. */
export const Brought = z.object({ invite: plain(100), place: Id }).partial();

export const Login = z.object({ email: Email, password: OldPassword, ...Brought.shape });

export const Registration = z.object({
  firstName: name(60, "Please enter your first name"),
  lastName: name(60, "Please enter your last name"),
  email: Email,
  password: NewPassword,
  /** An invitation that was mailed to this address confirms the address. */
  ...Brought.shape,
});

export const ProfileEdit = z.object({
  bio: text(500).nullable().optional(),
  profileImageUrl: OptionalImage,
  payTo: line(200).nullable().optional(),
});

/** A person's rank in an award. Equal votes share a rank (1, 1, 3). */
const UserAward = z.object({
  rank: z.int().min(1).max(3),
  category: z.object({
    id: Id,
    name: z.string(),
    icon: z.string(),
    color: z.string(),
    /** The same for awards of several trips that are one title. */
    ancestor: z.string(),
  }),
  trip: z.object({ id: Id, name: z.string() }),
});

export const people = defineCalls(() => ({
  "POST /api/register": {
    summary: "Create an account and sign in",
    access: "visitor",
    body: Registration,
    reply: User,
    status: 201,
  },
  "POST /api/login": { summary: "Sign in", access: "visitor", body: Login, reply: User, worksReadOnly: true },
  "POST /api/logout": {
    summary: "End this session",
    access: "visitor",
    body: z.object({}),
    reply: null,
    worksReadOnly: true,
  },
  "GET /api/auth/user": { summary: "The signed-in user", access: "seat", reply: User },
  "PATCH /api/auth/user": {
    summary: "Edit my profile",
    access: "seat",
    body: ProfileEdit,
    reply: User,
  },
  "GET /api/user/recent-squad": {
    summary: "The squad I joined last",
    access: "seat",
    reply: z.object({ hasSquads: z.boolean(), squadId: Id.nullable() }),
  },
  "GET /api/users/:id": {
    summary: "A person I share a squad or trip with, or who is in a public squad",
    access: "seat",
    reply: Person,
  },
  "GET /api/users/:id/awards": {
    summary: "Their first, second and third places in complete awards that I may see, newest first",
    access: "seat",
    query: Page(200),
    reply: z.array(UserAward),
  },
  "GET /api/all-members": {
    summary: "Everyone I share a squad or a trip with, and myself, by name",
    access: "seat",
    query: Page(200, 60),
    reply: z.array(z.object({ id: Id, user: Person })),
  },
  "GET /api/crew-stats": {
    summary: "How many people I travel with, how many of my trips run today, and how many awards my trips have",
    access: "seat",
    reply: z.object({ memberCount: z.int(), activeTripCount: z.int(), awardCategoryCount: z.int() }),
  },
}));

/** The refusals of registration, sign-in and profiles. */
export const refusalsOfPeople = {
  wrong_login: "Invalid email or password",
  email_has_account: "There is an account with this email already. Try logging in.",
  registration_by_invitation:
    "New accounts are by invitation here. Please open the link of your invitation, and register from there.",
  registration_closed: "New accounts are closed here. If you have one already, please log in.",
  profile_photo_not_yours: "This is not a photo that you uploaded as your profile photo.",
  upload_photo_first: "Please upload the photo first",
  user_not_found: "User not found",
} as const;
