import { Problem, issueOf } from "../../platform/http/problem.ts";
import type { Viewer } from "../../platform/http/session.ts";
import type { Throttle } from "../../platform/throttle/throttle.ts";
import { demandOwnPassword } from "./passwords.ts";

/** What a session proves about its owner. */
export interface OwnerProof {
  readonly passwordHash: string | null;
  /** The session began within the last ten minutes. */
  readonly isFresh: boolean;
  /** The password was typed in this session within the last ten minutes. */
  readonly hasTypedPassword: boolean;
}

/**
 * Demands proof that the owner acts, so that nobody takes an account over from a browser that was left open. The proof is the password,
 * or a fresh session if the account has none; with `acceptFresh` a fresh session suffices for every account. 409 without a proof,
 * 400 at the field when the password is wrong.
 */
export async function demandOwner(
  guesses: Throttle,
  viewer: Viewer,
  { passwordHash, isFresh }: OwnerProof,
  { password, acceptFresh = false }: { password: string | undefined; acceptFresh?: boolean },
): Promise<void> {
  if (isFresh && (acceptFresh || passwordHash === null)) return;
  if (passwordHash === null) throw new Problem("confirmation_needed", "login_too_old");
  if (password === undefined || password === "")
    throw new Problem("confirmation_needed", "password_missing", {
      issues: [issueOf("password", "password_missing_field")],
    });
  // Somebody at an open browser must not guess without limit.
  await guesses.guess(`own ${viewer.id}`, () => demandOwnPassword(passwordHash, password, "password"));
}
