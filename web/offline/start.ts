import type { QueryClient } from "@tanstack/react-query";
import type { First } from "#contract/first.ts";
import type { User } from "#contract/people.ts";
import { keys } from "../core/keys.ts";
import { wait } from "../ui/wait.ts";
import { keepNear } from "./keep-near.ts";
import { watchConnection } from "./offline-line.ts";
import { keepAnswers, showKept } from "./reading.ts";
import { registerWorker } from "./register.ts";

/** After this long a page has shown what it was opened for. In milliseconds. */
const quietMs = 5000;

/** Begins what a member's page does for times without a connection. Call it once, when the page has been shown. */
export async function startOffline(client: QueryClient, me: User, first: First | undefined): Promise<void> {
  void registerWorker().catch(() => undefined);
  // Where the browser blocks its database, pages need a connection.
  await keepAnswers(me, first?.answers ?? {}).catch(() => undefined);
  showKept(client);
  watchConnection(client);
  // The device may know the person as they were, and their session may be over.
  if (!first) void client.invalidateQueries({ queryKey: keys.me });
  await wait(quietMs);
  if (navigator.onLine) await keepNear(client).catch(() => undefined);
}
