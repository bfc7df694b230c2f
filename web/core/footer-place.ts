import { createContext } from "react";

/** The element behind `main` for a page's footer: inside `main` it would be no landmark. Null until it is mounted. */
export const FooterPlace = createContext<HTMLElement | null>(null);
