import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import type { Database } from "../../platform/db/connect.ts";
import { alertStore } from "../../accounts/alerts/store.ts";
import { forgetChallenges } from "../../accounts/passkeys/store.ts";
import { forgetLinks } from "../../accounts/emails/store.ts";
import { forgetResets } from "../../accounts/account/password-store.ts";
import { sessionStore } from "../../accounts/sessions/store.ts";
import { cleaningStore } from "../../media/upkeep/cleaning-store.ts";
import { unfinishedStore } from "../../media/upkeep/unfinished-store.ts";
import { forgetZips } from "../../media/zip/store.ts";
import { forgetInvitations } from "../../squads/invitations/store.ts";
import { type TestDatabase, freshDatabase } from "../database.ts";
import { countPages } from "./count-pages.ts";
import { fillWithStrangers } from "./strangers.ts";

/** Some indexes, each a few levels deep. The tables have hundreds to thousands of pages. */
const maxPages = 40;

let filled: TestDatabase;
let single: Database;
beforeAll(async () => {
  filled = await freshDatabase();
  single = connect(filled.connection, 1);
  await fillWithStrangers(single);
});
afterAll(async () => {
  await single.close();
  await filled.drop();
});

test("counts the pages of a walk over all photos", async () => {
  const walk = () => sql`select count(*) from media where caption is null`.execute(single.db);
  expect(await countPages(single, walk)).toBeGreaterThan(maxPages * 10);
});

test.each<[string, (database: Database) => Promise<unknown>]>([
  ["the clean-up of uploads", (database) => cleaningStore(database).forgetUploads(yesterday(), 200)],
  ["the clean-up of unused images", (database) => cleaningStore(database).forgetImages(yesterday(), 200)],
  ["the emptying of the trash", (database) => cleaningStore(database).emptyTrash(yesterday(), 200)],
  ["the look for files to remove", (database) => cleaningStore(database).unwantedFiles(200)],
  ["the look for unfinished media", (database) => unfinishedStore(database).unfinished(new Date(), nobody, 2000)],
  ["the end of old sessions", (database) => sessionStore(database).forgetExpired()],
  ["the end of old passkey challenges", (database) => forgetChallenges(database)()],
  ["the end of old mail links", (database) => forgetLinks(database)()],
  ["the end of old password resets", (database) => forgetResets(database)()],
  ["the end of old invitations", (database) => forgetInvitations(database)()],
  ["the end of old alerts", (database) => alertStore(database).forgetExpired()],
  ["the end of old zips", (database) => forgetZips(database)()],
])("%s touches few pages when nothing is due", async (_what, work) => {
  // PostgreSQL plans a statement anew five times before it keeps a plan that knows no values.
  for (let n = 0; n < 6; n++) await work(single);
  expect(await countPages(single, () => work(single))).toBeLessThanOrEqual(maxPages);
});

const nobody = "00000000-0000-0000-0000-000000000000";
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000);
