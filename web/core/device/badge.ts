/** Shows a number at the icon of the installed app, or none for 0, where the system has that. Runs in pages and in the worker. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // A tab has no icon.
  }
}
