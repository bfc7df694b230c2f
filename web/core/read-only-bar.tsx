import { useSyncExternalStore } from "react";
import { Strip } from "../ui/strip.tsx";
import { readOnly } from "./read-only.ts";

/** Tells people on every page that the site is read-only, with the message of the site admin. */
export function ReadOnlyBar() {
  const state = useSyncExternalStore(readOnly.subscribe, readOnly.current);
  return (
    <Strip label="Read-only">
      <output className="grid gap-0.5 text-sm">
        <span className="font-bold">
          Swellmates is read-only at the moment. You can look at everything; changes come back soon.
        </span>
        {state?.message != null && <span className="wrap-anywhere">{state.message}</span>}
      </output>
    </Strip>
  );
}
