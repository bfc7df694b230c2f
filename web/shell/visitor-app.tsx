import { lazy } from "react";
import { ViewerContext } from "../viewer.ts";
import { PageFrame } from "./page-frame.tsx";
import { VisitorBar } from "./visitor-bar.tsx";

const Queries = lazy(async () => ({ default: (await import("./queries-room.tsx")).QueriesRoom }));

/** The app as a visitor has it. Queries come only with the pages that use them. */
export const VisitorApp = () => (
  <ViewerContext value={null}>
    <PageFrame audience="visitor" bar={<VisitorBar />} queries={Queries} />
  </ViewerContext>
);
