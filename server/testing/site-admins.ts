import { sql } from "kysely";
import type { TestApp, TestPerson } from "./app.ts";

/** The environment of a server that Rita and Sam run. */
export const siteAdminsOfTests = { ADMINS: "rita@example.org, Sam@Example.org" };

/** Registers somebody who runs the site of this environment, with a confirmed address. */
export async function newSiteAdmin(swell: TestApp, name: "rita" | "sam" = "rita"): Promise<TestPerson> {
  const person = await swell.person(name);
  const email = `${name}@example.org`;
  const address = { email, email_key: email, email_confirmed_at: new Date() };
  await swell.database.db.updateTable("accounts").set(address).where("person_id", "=", person.id).execute();
  return { ...person, email };
}

/** Lets this many minutes pass since the logins and proofs of a person. */
export const ageProofs = (swell: TestApp, personId: string, minutes: number) =>
  sql`update sessions set created_at = created_at - ${minutes} * interval '1 minute',
      proved_at = proved_at - ${minutes} * interval '1 minute',
      passkey_proved_at = passkey_proved_at - ${minutes} * interval '1 minute'
    where user_id = ${personId}`.execute(swell.database.db);
