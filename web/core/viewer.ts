import { createContext, use } from "react";
import type { User } from "#contract/people.ts";

/** The viewer, or null for a visitor. The members' app and the visitors' app both provide it. */
export const ViewerContext = createContext<User | null>(null);

/** The signed-in user, or null for a visitor. */
export const useViewer = (): User | null => use(ViewerContext);

/** The signed-in user. Throws for a visitor, so only pages for members may use it. */
export function useMe(): User {
  const viewer = useViewer();
  if (!viewer) throw new Error("This page was shown to a visitor");
  return viewer;
}
