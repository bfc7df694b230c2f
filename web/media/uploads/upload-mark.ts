/** Says in every tab of this browser that someone has uploads under way, before any code for them is loaded. */
const markOf = (userId: string) => `uploads of ${userId}`;

export function markUploads(userId: string, isAny: boolean): void {
  try {
    if (isAny) localStorage.setItem(markOf(userId), "1");
    else localStorage.removeItem(markOf(userId));
  } catch {
    // A browser that keeps nothing has nothing to go on with.
  }
}

/** Calls `found` when someone has uploads under way: now, or as soon as another tab begins some. Answers how to stop. */
export function watchForUploads(userId: string, found: () => void): () => void {
  const key = markOf(userId);
  const hear = (event: StorageEvent) => event.key === key && event.newValue !== null && found();
  addEventListener("storage", hear);
  try {
    if (localStorage.getItem(key) !== null) found();
  } catch {
    // See above.
  }
  return () => removeEventListener("storage", hear);
}
