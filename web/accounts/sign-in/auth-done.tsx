import { useEffect } from "react";
import { navigate, useQueryString } from "../../core/location.ts";
import { returnPathOf } from "../../core/paths.ts";

/** Takes the place of the sign-in page for a signed-in person: redirects to the return path. */
export function AuthDone() {
  const back = returnPathOf(useQueryString(), location.origin);
  useEffect(() => navigate(back, { replace: true }), [back]);
  return null;
}
