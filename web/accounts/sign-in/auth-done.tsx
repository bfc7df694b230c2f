import { useEffect } from "react";
import { navigate, returnPathOf, useQueryString } from "../../core/link.tsx";

/** Takes the place of the sign-in page for a signed-in person: redirects to the return path. */
export function AuthDone() {
  const back = returnPathOf(useQueryString(), location.origin);
  useEffect(() => navigate(back, { replace: true }), [back]);
  return null;
}
