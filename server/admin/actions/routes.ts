import type { Ground } from "../../schema/ground.ts";
import { pageById } from "../list-routes.ts";
import { actionStore } from "./store.ts";

/** Mounts what site admins did: all of it for them, and for each person what concerned them. */
export function actionRoutes({ serve, database }: Pick<Ground, "serve" | "database">): void {
  const store = actionStore(database);
  serve.call("GET /api/admin/actions", (asked) => pageById(asked, store.newest));
  serve.call("GET /api/account/admin-actions", ({ viewer }) => store.about(viewer.id));
}
