/** Registers the service worker where the browser has them: over https and on localhost. */
export function registerWorker(): void {
  if (!import.meta.env.PROD) return;
  void navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => undefined);
}
