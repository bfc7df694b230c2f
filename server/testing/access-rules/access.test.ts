import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallName, calls } from "#contract/calls.ts";
import { type Client, type TestApp, openTestApp } from "../app.ts";
import { type Cast, castOf, newWorld, roles } from "../world.ts";
import { accountRules } from "./account.ts";
import { awardsRules } from "./awards.ts";
import { demoRules } from "./demo.ts";
import { emailsRules } from "./emails.ts";
import { galleryRules } from "./gallery.ts";
import { identityRules } from "./identity.ts";
import { invitationsRules } from "./invitations.ts";
import { libraryRules } from "./library.ts";
import { mailRules } from "./mail.ts";
import { mediaRules } from "./media.ts";
import { nightsRules } from "./nights.ts";
import { passkeysRules } from "./passkeys.ts";
import { peopleRules } from "./people.ts";
import { receiptsRules } from "./receipts.ts";
import type { Rule } from "./rule.ts";
import { screensRules } from "./screens.ts";
import { sessionsRules } from "./sessions.ts";
import { squadsRules } from "./squads.ts";
import { titlesRules } from "./titles.ts";
import { trashRules } from "./trash.ts";
import { tripsRules } from "./trips.ts";
import { tvRules } from "./tv.ts";
import { uploadsRules } from "./uploads.ts";
import { zipRules } from "./zip.ts";

const rules: Record<CallName, Rule> = {
  ...peopleRules,
  ...accountRules,
  ...emailsRules,
  ...identityRules,
  ...sessionsRules,
  ...passkeysRules,
  ...squadsRules,
  ...invitationsRules,
  ...mailRules,
  ...tripsRules,
  ...mediaRules,
  ...galleryRules,
  ...trashRules,
  ...uploadsRules,
  ...zipRules,
  ...libraryRules,
  ...awardsRules,
  ...nightsRules,
  ...receiptsRules,
  ...titlesRules,
  ...tvRules,
  ...demoRules,
  ...screensRules,
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

  const filled = (id: string) => path.replace(":id", id).replace(":userId", cast.crew.id).replace(":picture", "medals");

  describe.each(["private", "public"] as const)("in a %s squad", (visibility) => {
    test.each(roles.map((role, i) => [role, rule[visibility][i]!] as const))(
      "the %s gets %i",
      async (role, status) => {
        // Each test has its own squad, which no other test has changed; others are deleted, since a shared squad makes a stranger visible.
        await swell.database.db.deleteFrom("squads").execute();
        const world = await newWorld(swell, cast, visibility === "public");
        const url = filled((rule.of ?? (() => world.trip))(world, cast));
        const reply = await send(cast[role], url, rule.body?.(world, cast));
        expect(`${reply.status} ${reply.status === status ? "" : reply.text}`.trim()).toBe(String(status));
        if (status === 404) {
          const missing = filled("0190a5b0-0000-7000-8000-000000000000");
          // A hidden thing gets the same reply as a missing one.
          expect(reply.text).toBe((await send(cast[role], missing, rule.body?.(world, cast))).text);
        }
      },
      // The first demo squad of a server draws its pictures.
      120_000,
    );
  });
});
