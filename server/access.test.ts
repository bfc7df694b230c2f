import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import { type Client, type TestApp, openTestApp } from "./testing/app.ts";
import { type Cast, type World, castOf, newWorld, roles } from "./testing/world.ts";

/** Statuses for visitor, user, member, crew, organizer and admin. */
type Statuses = readonly [number, number, number, number, number, number];

interface Rule {
  readonly private: Statuses;
  readonly public: Statuses;
  /** The address, when its `:id` is not the trip's. */
  readonly of?: (world: World, cast: Cast) => string;
  readonly body?: (world: World, cast: Cast) => unknown;
}

const same = (statuses: Statuses, rest: Omit<Rule, "private" | "public"> = {}): Rule => ({
  private: statuses,
  public: statuses,
  ...rest,
});
const anyone = (status = 200, body?: unknown): Rule =>
  same([status, status, status, status, status, status], { body: () => body });
const signedIn = (status = 200, body?: unknown): Rule =>
  same([401, status, status, status, status, status], { body: () => body });
/** Hidden from strangers when the squad is private, shown to them when it is public. */
const seen: Rule = { private: [401, 404, 200, 200, 200, 200], public: [401, 200, 200, 200, 200, 200] };
/** As `seen`, but a stranger to whom it shows itself may not do it. */
const done = (member: number, crew: number, organizer: number, admin: number, body?: Rule["body"]): Rule => ({
  private: [401, 404, member, crew, organizer, admin],
  public: [401, 403, member, crew, organizer, admin],
  ...(body && { body }),
});

const squad = (world: World) => world.squad;
const category = (world: World) => world.category;
const photo = (world: World) => world.photo;
const crewMember = (_: World, cast: Cast) => cast.crew.id;
const newAward = () => ({ name: "Camp Chef", description: "One oven" });
const tripFields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
const name = { confirm: "Dawn Patrol" };
/** An upload that was never made: whoever is let in is told so, and nothing comes of it. */
const noUpload = (field: string) => ({ [field]: "/api/uploads/none", fileName: "wave.jpg" });

const rules: Record<CallName, Rule> = {
  "POST /api/register": anyone(400, {}),
  "POST /api/login": anyone(400, {}),
  // A session ended is the last thing its test does, so this one is sent without a body it accepts.
  "POST /api/logout": anyone(400, []),
  "GET /api/auth/user": signedIn(),
  "PATCH /api/auth/user": signedIn(200, { bio: "Salty" }),
  "GET /api/users/:id": { ...seen, of: crewMember },
  "GET /api/users/:id/awards": { ...seen, of: crewMember },
  "GET /api/all-members": signedIn(),

  "GET /api/squads": signedIn(),
  "POST /api/squads": signedIn(201, { name: "Night Shift" }),
  "GET /api/squads/:id": { ...seen, of: squad },
  "PUT /api/squads/:id": { ...done(403, 403, 403, 200, () => ({ name: "Dawn Patrol" })), of: squad },
  "DELETE /api/squads/:id": { ...done(403, 403, 403, 204, () => name), of: squad },
  "GET /api/squads/:id/members": { ...seen, of: squad },
  "PATCH /api/squads/:id/members/:userId": { ...done(403, 403, 403, 200, () => ({ role: "admin" })), of: squad },
  "DELETE /api/squads/:id/members/:userId": { ...done(403, 403, 403, 204), of: squad },
  "POST /api/squads/:id/leave": { ...done(200, 200, 200, 409, () => ({})), of: squad },
  "POST /api/squads/:id/invite-link/reset": { ...done(403, 403, 403, 200, () => ({})), of: squad },
  "GET /api/public/squads": anyone(),
  // The card of a private squad belongs to its invite code, not to a person.
  "GET /api/public/squads/:id": {
    private: [404, 404, 404, 404, 404, 404],
    public: [200, 200, 200, 200, 200, 200],
    of: squad,
  },
  "POST /api/trips/:id/join": { ...seen, of: squad, body: () => ({}) },

  "GET /api/trips": signedIn(),
  "POST /api/trips": done(201, 201, 201, 201, (world) => ({ ...tripFields, squadId: world.squad })),
  "GET /api/trips/:id": seen,
  "PUT /api/trips/:id": done(200, 200, 200, 200, () => tripFields),
  "DELETE /api/trips/:id": done(403, 403, 204, 204),
  "GET /api/trips/:id/members": seen,
  "PUT /api/trips/:id/members": done(200, 200, 200, 200, (_, cast) => ({
    userIds: [cast.crew.id, cast.organizer.id, cast.member.id],
  })),
  "PATCH /api/trips/:id/members/me": done(403, 200, 200, 403, () => ({ mood: "stoked", excitementLevel: 9 })),
  "DELETE /api/trips/:id/members/:userId": done(403, 403, 204, 204),
  "POST /api/trips/:id/leave": done(409, 200, 200, 409, () => ({})),

  "POST /api/objects/upload": signedIn(),
  "PUT /api/profile-images": signedIn(400, noUpload("profileImageURL")),
  "PUT /api/squad-photos": signedIn(400, noUpload("squadPhotoURL")),
  "PUT /api/trip-photos": signedIn(400, noUpload("tripPhotoURL")),
  "PUT /api/trips/:id/media": done(400, 400, 400, 400, () => noUpload("mediaURL")),
  "PUT /api/squads/:id/media": { ...done(400, 400, 400, 400, () => noUpload("mediaURL")), of: squad },
  "GET /api/trips/:id/media": seen,
  "GET /api/squads/:id/media": { ...seen, of: squad },
  "GET /api/recent-media": signedIn(),
  "GET /api/public/recent-media": anyone(),
  "POST /api/media/:id/like": { ...done(200, 200, 200, 200, () => ({})), of: photo },
  "PATCH /api/media/:id": { ...done(403, 200, 403, 403, () => ({ caption: "Clean set" })), of: photo },
  "DELETE /api/media/:id": { ...done(403, 204, 204, 204), of: photo },

  "GET /api/trips/:id/categories": seen,
  "POST /api/trips/:id/categories": done(201, 201, 201, 201, newAward),
  "PUT /api/categories/:id": { ...done(200, 200, 200, 200, newAward), of: category },
  "DELETE /api/categories/:id": { ...done(403, 403, 204, 204), of: category },
  "POST /api/categories/:id/vote": {
    ...done(403, 200, 200, 403, (_, cast) => ({ nomineeId: cast.crew.id })),
    of: category,
  },
  "POST /api/categories/:id/close": { ...done(403, 403, 200, 200, () => ({})), of: category },
  "GET /api/categories/:id/my-vote": { ...seen, of: category },
  "GET /api/categories/:id/leaderboard": { ...seen, of: category },
  "GET /api/categories/:id/voting-progress": { ...seen, of: category },
  "GET /api/trips/:id/voting-status": seen,
  "GET /api/trips/:id/overall-leaderboard": seen,
  "GET /api/trips/:id/ballot": seen,
  "GET /api/awards/all": signedIn(),

  "GET /api/dashboard": signedIn(),
  "GET /api/public/stats": anyone(),
  "GET /api/public/config": anyone(),
};

let swell: TestApp;
let cast: Cast;
beforeAll(async () => {
  swell = await openTestApp();
  cast = await castOf(swell);
});
afterAll(() => swell.close());

describe.each(Object.keys(calls) as CallName[])("%s", (call) => {
  const rule = rules[call];
  const [method, path] = call.split(" ") as [string, string];
  const send = (who: Client, url: string, body: unknown) =>
    who[method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete"](url, method === "GET" ? undefined : body);

  describe.each(["private", "public"] as const)("in a %s squad", (visibility) => {
    test.each(roles.map((role, i) => [role, rule[visibility][i]!] as const))(
      "answers the %s %i",
      async (role, status) => {
        // A world of its own, so that no other cell of the table can have changed it; nobody else's ties make the stranger known.
        await swell.database.db.deleteFrom("squads").execute();
        const world = await newWorld(swell, cast, visibility === "public");
        const url = path.replace(":id", (rule.of ?? (() => world.trip))(world, cast)).replace(":userId", cast.crew.id);
        const reply = await send(cast[role], url, rule.body?.(world, cast));
        expect(`${reply.status} ${reply.status === status ? "" : reply.text}`.trim()).toBe(String(status));
        if (status === 404) {
          const missing = path.replace(":id", "0190a5b0-0000-7000-8000-000000000000").replace(":userId", cast.crew.id);
          // Hidden and missing are told apart by nothing.
          if (visibility === "private")
            expect(reply.text).toBe((await send(cast[role], missing, rule.body?.(world, cast))).text);
        }
      },
    );
  });
});
