import type { Ground } from "../../schema/ground.ts";
import { pageById } from "../list-routes.ts";
import { securityLineStore } from "./store.ts";

/** Mounts the last lines of the security log. */
export function securityLineRoutes({ serve, database }: Pick<Ground, "serve" | "database">): void {
  const store = securityLineStore(database);
  serve.call("GET /api/admin/security", (asked) => pageById(asked, store.newest));
}
