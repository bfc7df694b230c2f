import { newId } from "../../platform/db/id.ts";
import { Problem } from "../../platform/http/problem.ts";
import { emailKey } from "../../platform/mail/email-key.ts";
import type { PeopleStore, Welcome } from "./store.ts";
import { hashPassword, verifyPassword } from "./password.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates an account and returns its id. 409 if the address, in upper or lower case, has one. */
export async function register(
  store: PeopleStore,
  person: Credentials & { readonly firstName: string; readonly lastName: string },
  welcome: Welcome,
): Promise<string> {
  const id = newId();
  const { email, firstName, lastName, password } = person;
  const created = await store.addUser(
    {
      id,
      email,
      firstName,
      lastName,
      emailKey: emailKey(email),
      passwordHash: await hashPassword(password),
    },
    welcome,
  );
  if (!created) throw new Problem("email_taken", "There is an account with this email already. Try logging in.");
  return id;
}

/** Demands the password of an account. A missing account and a wrong password get the same refusal, after the same work. */
export async function demandPassword<A extends Account>(
  account: A | undefined,
  password: string,
): Promise<WithPassword<A>> {
  const matches = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || !hasPassword(account) || !matches)
    throw new Problem("wrong_credentials", "Invalid email or password");
  return account;
}

interface Account {
  readonly passwordHash: string | null;
}
type WithPassword<A extends Account> = A & { readonly passwordHash: string };
const hasPassword = <A extends Account>(account: A): account is WithPassword<A> => account.passwordHash !== null;
