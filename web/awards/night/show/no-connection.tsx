import { useOnline } from "../../../ui/use-online.ts";

/** The line at the upper edge of a show without a connection, beside the buttons there. */
export function NoConnection() {
  const isOnline = useOnline();
  return (
    <output className="pointer-events-none absolute top-[max(0.75rem,env(safe-area-inset-top))] left-3 z-10 max-w-[calc(100%-12rem)]">
      {!isOnline && (
        <span className="edge block rounded-tile bg-spot px-3 py-1.5 text-xs leading-tight font-bold text-on-spot sm:text-sm">
          No connection. You will catch up by yourself.
        </span>
      )}
    </output>
  );
}
