import { createContext, use } from "react";
import type { User } from "#contract/people.ts";

/** Who looks at the page; null is a visitor. Both apps provide it. */
export const ViewerContext = createContext<User | null>(null);

/** The signed-in user, or null for a visitor. */
export const useViewer = (): User | null => use(ViewerContext);

/** The signed-in user, on pages that only members see. */
export function useMe(): User {
  const viewer = useViewer();
  if (!viewer) throw new Error("This page was shown to a visitor");
  return viewer;
}
