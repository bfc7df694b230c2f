import { personHeader } from "#contract/person-header.ts";
import { ownerInCookie } from "./owner.ts";
import { emptyStore, personOf } from "./store.ts";

const place = "logged-out";

/**
 * Takes what this device keeps of its person away, before the session ends. From now on no page opens for them here, also without a
 * connection.
 */
export async function leaveDevice(): Promise<void> {
  const owner = ownerInCookie();
  if (owner !== undefined) rememberLogOut(personOf(owner));
  await emptyStore().catch(() => undefined);
  for (const name of ["access", "__Host-access"])
    document.cookie = `${name}=; Max-Age=0; Path=/${location.protocol === "https:" ? "; Secure" : ""}`;
}

/** Ends the session that a log-out without a connection has left. Rejects while there is no connection. */
export async function finishLogOut(): Promise<void> {
  const person = localStorage.getItem(place);
  if (person === null) return;
  // The server refuses it if somebody else has logged in meanwhile, and then there is nothing left to end.
  await fetch("/api/logout", {
    method: "POST",
    headers: { [personHeader]: person, "content-type": "application/json" },
    body: "{}",
  });
  localStorage.removeItem(place);
}

/** The session is over. */
export function forgetLogOut(): void {
  try {
    localStorage.removeItem(place);
  } catch {}
}

function rememberLogOut(person: string): void {
  try {
    localStorage.setItem(place, person);
  } catch {}
}
