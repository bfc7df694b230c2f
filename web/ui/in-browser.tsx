import type { ReactNode } from "react";

/**
 * What the server does not draw of a page: all below its head, and what only the browser knows, such as its width, its clock and what it
 * stored.
 */
export const InBrowser = ({ children }: { children: ReactNode }) => (import.meta.env.SSR ? null : children);
