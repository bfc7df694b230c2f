import { newId } from "../db/id.ts";
import { Problem } from "../http/problem.ts";
import type { PeopleStore } from "./store.ts";
import { hashPassword, verifyPassword } from "./password.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates an account and answers its id. 409 when the address, without regard to case, has one. */
export async function register(
  store: PeopleStore,
  person: Credentials & { readonly firstName: string; readonly lastName: string },
): Promise<string> {
  const id = newId();
  const { password, ...rest } = person;
  const created = await store.addUser({
    id,
    ...rest,
    emailKey: emailKey(person.email),
    passwordHash: await hashPassword(password),
  });
  if (!created) throw new Problem("email_taken", "There is an account with this email already. Try logging in.");
  return id;
}

/** The id of the account these credentials open. A wrong email and a wrong password get one answer, after the same work. */
export async function authenticate(store: PeopleStore, { email, password }: Credentials): Promise<string> {
  const account = await store.findAccount(emailKey(email));
  const matches = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !matches) throw new Problem("wrong_credentials", "Invalid email or password");
  return account.id;
}

/** Two addresses that differ in case alone are one. */
const emailKey = (email: string) => email.normalize("NFC").toLowerCase();
