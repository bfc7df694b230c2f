import { Fragment, lazy } from "react";
import type { App } from "./page-frame.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

/** The app as a visitor has it. Queries come only with the pages that use them. */
export const visitorApp: App = {
  audience: "visitor",
  Provide: Fragment,
  Bar: VisitorBar,
  Queries: lazy(async () => ({ default: (await import("./queries-room.tsx")).QueriesRoom })),
};
