import { newId } from "../db/id.ts";
import type { Database, Tx } from "../db/connect.ts";
import { deleteExpired, isOlder } from "../db/expired.ts";
import { emailKey, shownEmail } from "./email-key.ts";

const keptDays = 30;

/** A letter that was given up. */
interface GivenUp {
  readonly kind: string;
  readonly letterId: string;
  readonly to: string;
  readonly reason: string;
}

/** Finds the person whose account has an address. */
export type FindPerson = (emailKey: string) => Promise<string | null>;

/** Letters that were given up, with their address masked. */
export const bounceStore = ({ db }: Database, findPerson: FindPerson) => ({
  async add({ kind, letterId, to, reason }: GivenUp): Promise<void> {
    const seen = { person_id: await findPerson(emailKey(to)), address: masked(to), reason };
    await db
      .insertInto("bounced_mails")
      .values({ id: newId(), kind, letter_id: letterId, ...seen })
      .onConflict((conflict) => conflict.columns(["kind", "letter_id"]).doUpdateSet(seen))
      .execute();
  },
  forget: () => deleteExpired(db, "bounced_mails", "id", isOlder("bounced_at", { days: keptDays })),
});

/** Takes a letter off the list, for another try. Undefined if it is not there. */
export const takeBounce = (tx: Tx, id: string) =>
  tx
    .deleteFrom("bounced_mails")
    .where("id", "=", id)
    .returning(["kind", "letter_id as letterId", "person_id as personId"])
    .executeTakeFirst();

/** "a…@example.org": whoever knows the address recognises it. */
function masked(address: string): string {
  const shown = shownEmail(address);
  const at = shown.lastIndexOf("@");
  return `${at > 1 ? shown.slice(0, 1) : ""}…${shown.slice(at)}`;
}
