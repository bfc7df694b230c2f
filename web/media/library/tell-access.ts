import { ApiError } from "../../api.ts";
import { toast } from "../../ui/toast.ts";

export const needsLinking = (error: unknown): boolean => error instanceof ApiError && error.code === "needs_linking";
export const needsLogin = (error: unknown): boolean => error instanceof ApiError && error.code === "not_signed_in";

/** Says it when somebody is not logged in any more. True when that, or a missing connection, is the trouble. */
export function tellAccess(error: unknown): boolean {
  if (needsLogin(error))
    toast({ title: "Authentication Required", text: "Please log in to access Google Photos.", look: "danger" });
  return needsLogin(error) || needsLinking(error);
}
