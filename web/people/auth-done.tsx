import { useEffect } from "react";
import { navigate, useQueryString } from "../location.ts";
import { returnPathOf } from "../paths.ts";

/** The sign-in page for someone who is signed in: on to where they were going. */
export function AuthDone() {
  const back = returnPathOf(useQueryString(), location.origin);
  useEffect(() => navigate(back, { replace: true }), [back]);
  return null;
}
