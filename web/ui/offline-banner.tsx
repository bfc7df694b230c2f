import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

const subscribe = (tell: () => void) => {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
};

/** A line that stands while the device has no connection. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output className="block">
      {!online && (
        <span className="flex items-center justify-center gap-2 bg-spot px-4 py-2 text-center text-sm font-bold text-on-spot">
          <WifiOff aria-hidden="true" size={18} className="shrink-0" />
          You are offline. What you see may be old; changes need a connection.
        </span>
      )}
    </output>
  );
}
