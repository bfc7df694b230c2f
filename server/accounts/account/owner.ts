import { Problem } from "../../platform/http/problem.ts";
import type { Viewer } from "../../platform/http/session.ts";
import type { Guesses } from "../../platform/throttle/throttle.ts";
import { demandOwnPassword } from "./passwords.ts";

/** How sure we can be of whoever sits at an open browser. */
export interface Standing {
  readonly passwordHash: string | null;
  /** They signed in here within the last ten minutes. */
  readonly isFresh: boolean;
}

/**
 * Demands that it is the owner who sits there, before somebody else could take the account over from a browser that was left open.
 * The password says so, where there is one; without one, having just logged in. With `freshWillDo` that is enough for everybody.
 * 409 while something is missing, and 400 at the field when the password is wrong.
 */
export async function demandOwner(
  guesses: Guesses,
  viewer: Viewer,
  { passwordHash, isFresh }: Standing,
  { password, freshWillDo = false }: { password: string | undefined; freshWillDo?: boolean },
): Promise<void> {
  if (isFresh && (freshWillDo || passwordHash === null)) return;
  if (passwordHash === null)
    throw new Problem("confirmation_needed", "Please log out and log in again first, so that we know it is you.");
  if (password === undefined || password === "")
    throw new Problem("confirmation_needed", "Please enter your password, so that we know it is you.", {
      issues: [{ path: "password", message: "Please enter your password" }],
    });
  // Whoever found an open browser may not guess on in it.
  await guesses.guess(`own ${viewer.id}`, () => demandOwnPassword(passwordHash, password, "password"));
}
