import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void) => {
  const listening = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal: listening.signal });
  return () => listening.abort();
};

/** A line that shows while the device is offline. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="block">
      {!online && (
        <span className="block bg-spot px-4 py-2 text-center text-sm font-bold text-on-spot">
          You are offline. What you see may be old; changes need a connection.
        </span>
      )}
    </output>
  );
}
