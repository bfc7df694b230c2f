import type { Tx } from "../../schema/database.ts";

/** Whether a person has an account, which it locks until the transaction ends. Invented people are missing. */
export async function findAccount(tx: Tx, personId: string): Promise<"account" | "seat" | "missing"> {
  const account = tx.selectFrom("accounts").select("person_id").where("person_id", "=", personId);
  if (await account.forNoKeyUpdate().executeTakeFirst()) return "account";
  const person = tx.selectFrom("people").select("id").where("id", "=", personId).where("is_demo", "=", false);
  return (await person.executeTakeFirst()) ? "seat" : "missing";
}
