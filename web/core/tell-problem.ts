import { ApiError, serverTextOf } from "./api.ts";
import { goSignIn } from "./leave.ts";
import { toast } from "../ui/toast.ts";

/**
 * Shows an error as a toast, with the server's sentence or else `otherwise`. If the session has ended, opens the
 * sign-in page instead.
 */
export function tellProblem(error: unknown, title: string, otherwise: string): void {
  if (error instanceof ApiError && error.code === "not_signed_in") return goSignIn();
  return toast({ title, text: serverTextOf(error) ?? otherwise, look: "danger" });
}
