import { Fragment } from "react";
import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { joinPage, pagesForVisitors } from "./pages-for-visitors.tsx";
import type { First } from "#contract/first.ts";
import { dropFirstAnswersLater, keepFirstAnswers } from "../core/first.ts";
import type { App } from "./page-frame.tsx";
import { type Page, onceLoaded } from "./router.tsx";
import { showApp } from "./show-app.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

const queries = onceLoaded(async () => (await import("../core/queries-room.tsx")).QueriesRoom);
const eachWithQueries = <T extends Readonly<Record<string, Page<never>>>>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([name, page]) => [
      name,
      {
        ...page,
        preload: () => Promise.all([page.preload(), queries.preload()]),
        render: (params: never) => <queries.Part>{page.render(params)}</queries.Part>,
      },
    ]),
  ) as T;

/** The visitor's app. Queries load only with the pages that use them. */
export const visitorApp: App = {
  pages: {
    ...pagesForVisitors,
    ...plainPages,
    ...eachWithQueries({ joinSquad: joinPage, ...pagesForAll }),
  },
  Provide: Fragment,
  Bar: VisitorBar,
};

/** Renders the visitor's app, and calls `onLive` when it reacts to presses. */
export function startVisitorApp(first: First | undefined, onLive: () => void): Promise<void> {
  keepFirstAnswers(first);
  dropFirstAnswersLater();
  return showApp({ ...visitorApp, onLive });
}
