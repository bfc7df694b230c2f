import { Fragment } from "react";
import type { First } from "#contract/first.ts";
import { dropFirstAnswersLater, keepFirstAnswers } from "../core/first.ts";
import { pressAgain, watchPresses } from "./early-press.ts";
import type { App } from "./page-frame.tsx";
import { pagesForVisitors } from "./pages-for-visitors.tsx";
import { showApp } from "./show-app.tsx";
import { type Path, ButtonLink, paths, useCurrentPath, useQueryString } from "../core/link.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { PhoneMenu, TopBar } from "./top-bar.tsx";

/** The visitor's app. Queries load only with the pages that use them. */
export const visitorApp: App = { pages: pagesForVisitors, Provide: Fragment, Bar: VisitorBar };

/** Renders the visitor's app. */
export function startVisitorApp(first: First | undefined): Promise<void> {
  keepFirstAnswers(first);
  dropFirstAnswersLater();
  return showApp({ ...visitorApp, onHydrate: watchPresses, onLive: pressAgain });
}

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** The bar for visitors: Login, which on the sign-in page keeps its return path, and the menu on phones. */
function VisitorBar() {
  const isSigningIn = /^\/(auth|register)$/.test(useCurrentPath());
  const query = useQueryString();
  return (
    <TopBar>
      <ButtonLink to={isSigningIn ? (`/auth${query}` as Path) : paths.auth()} size="sm">
        Login
      </ButtonLink>
      <PhoneMenu menu={VisitorMenu} />
    </TopBar>
  );
}
