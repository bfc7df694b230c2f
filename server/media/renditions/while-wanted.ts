import { TaskFault } from "../processes/task.ts";

const pollMs = 2000;

/**
 * Runs `work`, and cancels it when `isWanted` resolves with false: the photo was deleted meanwhile, perhaps on another server. Resolves
 * with null then.
 */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const gone = new AbortController();
  const timer = setInterval(() => {
    isWanted().then(
      (wanted) => wanted || gone.abort(),
      // A database that does not answer says nothing about the photo.
      () => {},
    );
  }, pollMs).unref();
  try {
    return await work(gone.signal);
  } catch (error) {
    if (error instanceof TaskFault && error.kind === "cancelled") return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
