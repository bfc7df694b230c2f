// Decision 105: why a seat that is kept has an address, however it signs in.
import type { RegistrationMode } from "#contract/overviews.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, forbidden } from "../../platform/http/problem.ts";
import type { Viewer } from "../../platform/http/session.ts";
import { emailKey, shownEmail } from "../../platform/mail/email-key.ts";
import { registrationRefusals } from "./registration-store.ts";
import type { UserStore, Welcome } from "./user-store.ts";
import { hashPassword, verifyPassword } from "./password.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates an account and returns its id. 409 if the address, in upper or lower case, has one. */
export async function register(
  store: UserStore,
  person: Credentials & { readonly firstName: string; readonly lastName: string },
  welcome: Welcome,
): Promise<string> {
  const id = newId();
  const { email, firstName, lastName, password } = person;
  const created = await store.addUser(
    {
      id,
      email: shownEmail(email),
      firstName,
      lastName,
      emailKey: emailKey(email),
      passwordHash: await hashPassword(password),
    },
    welcome,
  );
  if (!created) throw new Problem("email_taken", "email_has_account");
  return id;
}

/** Demands somebody with a seat, on a server that makes an account of it. */
export function demandSeat(viewer: Viewer, mode: RegistrationMode): void {
  if (!viewer.isSeat) throw new Problem("conflict", "seat_is_kept");
  if (mode === "closed") throw forbidden(registrationRefusals.closed);
}

/**
 * Demands the password of an account. A missing account and a wrong password get the same refusal, after the same work. Returns the hash
 * that the password has by now: `replace` stores a new one for an outdated one, unless the hash has changed since.
 */
export async function demandPassword(
  account: Account | undefined,
  password: string,
  replace: UserStore["replacePasswordHash"],
): Promise<{ readonly id: string; readonly passwordHash: string }> {
  const match = await verifyPassword(account?.passwordHash ?? null, password);
  if (!account || account.passwordHash === null || match === null)
    throw new Problem("wrong_credentials", "wrong_login");
  const { id, passwordHash } = account;
  if (match === "current") return { id, passwordHash };
  const renewed = await hashPassword(password);
  await replace(id, passwordHash, renewed);
  return { id, passwordHash: renewed };
}

interface Account {
  readonly id: string;
  readonly passwordHash: string | null;
}
