import { createContext } from "react";

/** Milliseconds since the card began, negative before. */
export const CardClock = createContext<() => number>(() => 0);
