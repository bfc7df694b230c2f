import { Fragment, type ReactNode, lazy } from "react";
import { pagesForAll, plainPages } from "./pages-for-all.tsx";
import { pagesForVisitors } from "./pages-for-visitors.tsx";
import { type First, keepFirstAnswers } from "../core/first.ts";
import type { PathParams } from "../core/match-path.ts";
import { showApp } from "./show-app.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

const QueriesRoom = lazy(async () => ({ default: (await import("../core/queries-room.tsx")).QueriesRoom }));
const withQueries = (content: ReactNode) => <QueriesRoom>{content}</QueriesRoom>;

/** Renders the visitor's app. Queries load only with the pages that use them. */
export function startVisitorApp(first: First | undefined): void {
  keepFirstAnswers(first);
  showApp({
    pages: [
      ...pagesForVisitors,
      ...plainPages,
      ...pagesForAll.map((page) => ({ ...page, render: (params: PathParams) => withQueries(page.render(params)) })),
    ],
    Provide: Fragment,
    Bar: VisitorBar,
  });
}
