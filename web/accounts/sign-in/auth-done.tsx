import { useEffect } from "react";
import { navigate, useQueryString } from "../../core/location.ts";
import { returnPathOf } from "../../core/paths.ts";

/** The sign-in page for someone who is signed in: on to where they were going. */
export function AuthDone() {
  const back = returnPathOf(useQueryString(), location.origin);
  useEffect(() => navigate(back, { replace: true }), [back]);
  return null;
}
