import { ApiError } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";

/** What keeps somebody out of the library: no session, or no connected account; undefined when it is something else. */
export function missingAccess(error: unknown): "login" | "link" | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "not_signed_in") return "login";
  return error.code === "needs_linking" ? "link" : undefined;
}

/** As `missingAccess`, and says it when somebody is not logged in any more. */
export function tellAccess(error: unknown): "login" | "link" | undefined {
  const missing = missingAccess(error);
  if (missing === "login")
    toast({ title: "Authentication Required", text: "Please log in to access Google Photos.", look: "danger" });
  return missing;
}
