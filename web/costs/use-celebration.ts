import { useEffect } from "react";
import type { Books } from "#contract/costs.ts";
import { throwConfetti } from "../ui/confetti/throw-confetti.ts";

/** Throws confetti when everybody is even after payments, once a trip in this browser. */
export function useCelebration(tripId: string, { settle, payments }: Pick<Books, "settle" | "payments">): void {
  const isEven = settle.length === 0 && payments.length > 0;
  useEffect(() => {
    if (isEven && isFirstTime(tripId)) void throwConfetti().catch(() => undefined);
  }, [tripId, isEven]);
}

/** Where the browser blocks storage, nobody is celebrated twice by mistake. */
function isFirstTime(tripId: string): boolean {
  const place = `even:${tripId}`;
  try {
    const isFirst = localStorage.getItem(place) === null;
    localStorage.setItem(place, "yes");
    return isFirst;
  } catch {
    return false;
  }
}
