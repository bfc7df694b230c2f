/**
 * Registers the service worker where the browser has them, over https and on localhost, and looks for a newer or an older one: a browser
 * looks by itself only some time after a page has opened.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const workers = await navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" });
  await workers?.update();
}
