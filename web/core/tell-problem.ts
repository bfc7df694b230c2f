import { ApiError, serverTextOf } from "./api.ts";
import { goSignIn } from "./leave.ts";
import { toast } from "../ui/toast.ts";

/**
 * Says in a toast what went wrong: in the server's words, or in `otherwise` where there are none. An ended
 * session leads to sign-in instead.
 */
export function tellProblem(error: unknown, title: string, otherwise: string): void {
  if (error instanceof ApiError && error.code === "not_signed_in") return goSignIn();
  return toast({ title, text: serverTextOf(error) ?? otherwise, look: "danger" });
}
