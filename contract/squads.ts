import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, ObjectPath, Page, SpaceUse, Timestamp, line, name, plain, text } from "./fields.ts";
import { Person } from "./people.ts";
import { News, NewPhotos } from "./seen.ts";
import { ListedTrip } from "./trips.ts";

export const Role = z.enum(["admin", "member"], "Please choose admin or member");
export type Role = z.infer<typeof Role>;

/** What anyone may see of a public squad. For a private squad the invite code is needed. */
export const SquadCard = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  photoUrl: z.string().nullable(),
  memberCount: z.int(),
  createdAt: Timestamp,
});
export type SquadCard = z.infer<typeof SquadCard>;

/** A member as the page of an invitation shows them. */
const ShownMember = z.object({ firstName: z.string(), profileImageUrl: z.string().nullable() });

/** What the page of an invitation shows. Without the right code it is the card alone. */
export const InvitationCard = SquadCard.extend({
  /** Whether this code gives a seat without an account. */
  givesSeats: z.boolean(),
  /** The member who sent this personal invitation. Null if an admin does not show them. */
  invitedBy: ShownMember.nullable(),
  /** The first members, five at most. Empty if an admin does not show them. */
  crew: z.array(ShownMember),
  /** The people whom the squad expects. A newcomer can choose one of these names. */
  expected: z.array(z.object({ id: Id, firstName: z.string() })),
  /** The trip that is on, or the next one. Null if there is none or an admin does not show it. */
  nextTrip: z.object({ name: z.string(), location: z.string(), startDate: Timestamp, endDate: Timestamp }).nullable(),
});
export type InvitationCard = z.infer<typeof InvitationCard>;

export const Squad = SquadCard.extend({
  isPublic: z.boolean(),
  /** The invite link gives seats to people without an account. */
  takesSeats: z.boolean(),
  /** The page of an invitation shows the first members and the next trip. */
  showsCrew: z.boolean(),
  tripCount: z.int(),
  /** The viewer's demo squad. Nobody else can join it, and it is never public. */
  isDemo: z.boolean(),
  /** The viewer's role; null if they are no member of this public squad. */
  role: Role.nullable(),
  /** How many people took a seat and wait until an admin lets them in. 0 unless the viewer is an admin. */
  waiting: z.int(),
  /** In the squad and on its trips. */
  newPhotos: NewPhotos,
});
export type Squad = z.infer<typeof Squad>;

export const SquadMember = z.object({ id: Id, userId: Id, role: Role, user: Person });
export type SquadMember = z.infer<typeof SquadMember>;

/** A member as the squad's page shows them to the viewer. */
export const CrewCard = SquadMember.extend({
  /** The trips with the member and the viewer on the crew; 0 for the viewer. */
  tripsWithMe: z.int(),
  /** Their mood on the squad's running trip. */
  mood: z.string().nullable(),
});
export type CrewCard = z.infer<typeof CrewCard>;

/** A person whom an admin removed from the squad, and who has not come back. */
export const RemovedMember = z.object({ user: Person, removedAt: Timestamp });
export type RemovedMember = z.infer<typeof RemovedMember>;

export const NewSquad = z.object({
  name: name(100, "Squad name must be at least 2 characters", 2),
  description: text(1000).optional(),
  isPublic: z.boolean().default(false),
});

const badCover = "Please enter a valid URL or leave empty";

export const SquadEdit = z.object({
  name: name(100, "Squad name is required"),
  description: text(1000).optional(),
  /** The path of an uploaded photo, or an https link from which the server fetches one; empty or null for none. */
  photoUrl: z
    .string(badCover)
    .trim()
    .pipe(z.union([z.literal(""), ObjectPath, z.url({ protocol: /^https?$/ }).max(2000)], badCover))
    .nullable()
    .optional(),
  isPublic: z.boolean().optional(),
  takesSeats: z.boolean().optional(),
  showsCrew: z.boolean().optional(),
  showsFaces: z.boolean().optional(),
});

const Confirmation = z.object({ confirm: line(200).optional() });
const Invite = plain(100).optional();

export const squads = defineCalls(() => ({
  "GET /api/squads": { summary: "My squads", access: "seat", reply: z.array(Squad) },
  "POST /api/squads": {
    summary: "Create a squad; I become its first admin",
    body: NewSquad,
    reply: Squad,
    status: 201,
  },
  "GET /api/squads/:id": {
    summary: "A squad with its members and trips, as its page shows them",
    access: "seat",
    reply: z.object({
      squad: Squad.extend({
        inviteUrl: z.string().nullable(),
        /** Pictures to share show faces. Null unless the viewer is an admin. */
        showsFaces: z.boolean().nullable(),
      }),
      members: z.array(CrewCard),
      /** The people whom the squad expects. */
      expected: z.array(Person),
      trips: z.array(ListedTrip),
      /** The cursor of the next page of trips; null at the end. */
      nextTrips: z.string().nullable(),
      /** The space of the squad's photos. Null unless the viewer is an admin and squads have a limit. */
      space: SpaceUse.nullable(),
      /** Null for people who are no members. */
      news: News.nullable(),
    }),
  },
  "PUT /api/squads/:id": {
    summary:
      "Edit a squad's name, description and cover (members); make it public or private, and set what its link does and its pictures show (admins)",
    access: "seat",
    body: SquadEdit,
    reply: Squad,
  },
  "DELETE /api/squads/:id": {
    summary: "Delete a squad and all it holds (admins); confirm with its name",
    access: "seat",
    body: Confirmation,
    reply: null,
  },
  "GET /api/squads/:id/members": {
    summary: "The members of a squad, in the order they joined",
    access: "seat",
    isCompressed: true,
    query: Page(500, 200),
    reply: z.array(CrewCard),
  },
  "GET /api/squads/:id/trips": {
    summary: "The trips of a squad, latest start first",
    access: "seat",
    isCompressed: true,
    query: Page(200, 100),
    reply: z.array(ListedTrip),
  },
  "PATCH /api/squads/:id/members/:userId": {
    summary: "Change a member's role (admins)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    body: z.object({ role: Role }),
    reply: SquadMember,
  },
  "DELETE /api/squads/:id/members/:userId": {
    summary: "Remove a member from the squad (admins), and from its trips with trips=leave; resets the invite link",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    /** `keep`: the member stays on the crew of the squad's trips and keeps their votes. `leave`: off all of them. */
    query: z.object({ trips: z.enum(["leave", "keep"]).default("keep") }),
    reply: null,
  },
  "GET /api/squads/:id/removed": {
    summary: "The people whom an admin removed, latest first; they cannot join while the squad is public (admins)",
    access: "seat",
    query: Page(200, 100),
    reply: z.array(RemovedMember),
  },
  "DELETE /api/squads/:id/removed/:userId": {
    summary: "Let a removed person back in: they can join again by themselves (admins)",
    access: "seat",
    params: z.object({ id: Id, userId: Id }),
    reply: null,
  },
  "POST /api/squads/:id/leave": {
    summary: "Leave a squad; the last member confirms with its name, and the squad is deleted",
    access: "seat",
    body: Confirmation,
    reply: z.object({ deleted: z.boolean() }),
  },
  "POST /api/squads/:id/invite-link/reset": {
    summary: "Make a new invite link; the old one ends (admins)",
    access: "seat",
    body: z.object({}),
    reply: z.object({ inviteUrl: z.string() }),
  },
  "GET /api/public/squads": {
    summary: "Public squads, newest first; `q` searches name and description",
    access: "visitor",
    isCompressed: true,
    query: Page(100, 30).extend({ q: line(100).optional() }),
    reply: z.array(SquadCard),
  },
  "GET /api/public/squads/:id": {
    summary: "The card of a squad or squadless trip on the join page; a private one needs an invite code",
    access: "visitor",
    query: z.object({ invite: Invite }),
    missing: "squad_not_joinable",
    reply: InvitationCard,
  },
  "POST /api/trips/:id/join": {
    summary:
      "Join a squad (by squad id, or through one of its trips), or the crew of a squadless trip by a mailed invitation",
    access: "seat",
    body: z.object({ invite: Invite }),
    missing: "squad_not_joinable",
    /** For a squadless trip `squadId` is null, and the viewer joins the crew of `tripId`. */
    reply: z.object({ alreadyMember: z.boolean(), squadId: Id.nullable(), tripId: Id.optional() }),
  },
}));

/** The refusals of squads and of their covers. */
export const refusalsOfSquads = {
  squad_not_found: "Squad not found",
  squad_not_joinable: "Unable to join this squad. It may be private or not found.",
  squad_members_only: "Only members of this squad can do that. Join it first.",
  squad_admins_only: "Only squad admins can do that.",
  squad_admins_turn_public: "Only squad admins can make a squad public or private.",
  squad_is_demo: "This is your demo squad, and yours alone. Create a squad to invite your friends.",
  demo_stays_private: "The demo squad stays private.",
  squads_full: "You are in {max} squads. Leave one before you create another.",
  not_invited_back: "An admin of this squad has to invite you back.",
  not_a_member: "This person is not a member of the squad.",
  last_admin_leaves: "You are the only admin. Please make someone else admin before you leave.",
  last_admin_steps_down: "A squad needs an admin. Please make someone else admin first.",
  cannot_remove_yourself: "You cannot remove yourself. You can leave the squad instead.",
  confirm_last_member_leaves:
    "You are the last member: leaving deletes this squad and all it holds. Please confirm with its name.",
  confirm_squad_deletion: "This deletes the squad and all it holds. Please confirm with its name.",
  admin_needs_account: "An admin needs an account.",
  link_without_https: "Please use a link that begins with https://.",
  link_unreachable: "The site of this link cannot be reached.",
  link_too_slow: "The site of this link takes too long.",
  link_not_public: "This link does not lead to a public site.",
  link_leads_on: "This link leads on to another one. Please use the link of the photo itself.",
  link_without_photo: "There is no photo at this link.",
  link_photo_too_large: "The photo at this link is too large: at most {max} MB, please.",
} as const;
