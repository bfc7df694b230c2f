import type { QueryClient } from "@tanstack/react-query";
import type { FirstAnswer } from "#contract/first.ts";
import { wait } from "../ui/wait.ts";
import { keepNear } from "./keep-near.ts";
import { watchConnection } from "./offline-line.ts";
import { keepAnswers, showKept } from "./reading.ts";
import { registerWorker } from "./register.ts";

/** After this long a page has shown what it was opened for. In milliseconds. */
const quietMs = 5000;

/** Begins what a member's page does for times without a connection. Call it once, when the page has been shown. */
export async function startOffline(client: QueryClient, answers: Readonly<Record<string, FirstAnswer>>): Promise<void> {
  registerWorker();
  // Where the browser blocks its database, pages need a connection.
  await keepAnswers(answers).catch(() => undefined);
  showKept(client);
  watchConnection(client);
  await wait(quietMs);
  if (navigator.onLine) await keepNear(client).catch(() => undefined);
}
