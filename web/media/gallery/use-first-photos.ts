import { useEffect, useRef } from "react";
import { throwConfetti } from "../../ui/confetti/throw-confetti.ts";
import { type MediaScope, scopeKey } from "../queries.ts";
import { uploads } from "../uploads/upload-list.ts";

/** Throws confetti when a person adds the first photos to an empty gallery. */
export function useFirstPhotos(scope: MediaScope, count: number | undefined): void {
  const wasEmpty = useRef(false);
  const key = scopeKey(scope).join();
  useEffect(() => {
    const isMine = uploads.current().some((one) => one.state.kind === "done" && scopeKey(one.scope).join() === key);
    if (wasEmpty.current && count !== undefined && count > 0 && isMine) void throwConfetti().catch(() => undefined);
    wasEmpty.current = count === 0;
  }, [count, key]);
}
