import { Fragment } from "react";
import type { First } from "#contract/first.ts";
import { dropFirstAnswersLater, keepFirstAnswers } from "../core/first.ts";
import type { App } from "./page-frame.tsx";
import { pagesForVisitors } from "./pages-for-visitors.tsx";
import { showApp } from "./show-app.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

/** The visitor's app. Queries load only with the pages that use them. */
export const visitorApp: App = { pages: pagesForVisitors, Provide: Fragment, Bar: VisitorBar };

/** Renders the visitor's app, and calls `onLive` when it reacts to presses. */
export function startVisitorApp(first: First | undefined, onLive: () => void): Promise<void> {
  keepFirstAnswers(first);
  dropFirstAnswersLater();
  return showApp({ ...visitorApp, onLive });
}
