import { ApiError } from "../../core/api.ts";
import { sessionOver } from "../../core/session-over.ts";
import { toast } from "../../ui/toast.ts";

/** Why the server refused the photo library: no session or no connected account. Undefined for any other error. */
export function missingAccess(error: unknown): "login" | "link" | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "not_signed_in") return "login";
  return error.code === "needs_linking" ? "link" : undefined;
}

/** Like `missingAccess`, and shows a message when the session has ended. */
export function tellAccess(error: unknown): "login" | "link" | undefined {
  const missing = missingAccess(error);
  if (missing === "login") {
    sessionOver.set(true);
    toast({ title: "Authentication Required", text: "Please log in to access Google Photos.", look: "danger" });
  }
  return missing;
}
