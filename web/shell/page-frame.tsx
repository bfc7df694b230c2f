import { type ComponentType, type Fragment, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { type Audience, findPlace, preloadPage } from "../router.tsx";
import { OfflineBanner } from "../ui/offline-banner.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { TooltipLayer } from "../ui/tooltip.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { SignInFirst } from "./sign-in-first.tsx";
import { useArrival } from "./arrival.ts";

/** What differs between a visitor's app and a member's. */
export interface App {
  readonly audience: Audience;
  readonly Provide: ComponentType<{ children: ReactNode }> | typeof Fragment;
  readonly Bar: ComponentType;
  /** At the bottom, on phones. */
  readonly TabBar?: ComponentType;
  /** Wraps pages that may use queries, where the app itself does not. */
  readonly Queries?: ComponentType<{ children: ReactNode }>;
}

/** What both apps share around their pages: the bar above, the page in `main`, messages on top. */
export function PageFrame({ audience, Bar, TabBar, Queries }: App) {
  const [path] = useLocation();
  useArrival(path);
  useEffect(() => preloadOnHover(audience), [audience]);
  const { page, params } = findPlace(path, audience);
  const content = page.audience === "member" && audience === "visitor" ? <SignInFirst /> : page.render(params);
  return (
    <>
      <a
        href="#main"
        className="edge sr-only z-50 rounded-full bg-card px-5 py-3 font-bold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the page
      </a>
      <Bar />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={TabBar ? "pb-24 md:pb-0" : undefined}>
        <CrashScreen key={path}>
          <Suspense fallback={<PageSkeleton />}>
            {Queries && page.audience === "anyone" ? <Queries>{content}</Queries> : content}
          </Suspense>
        </CrashScreen>
      </main>
      {TabBar && <TabBar />}
      <Toaster />
      <TooltipLayer />
    </>
  );
}

/** Whoever points at a link is about to follow it: its page may start loading. */
function preloadOnHover(audience: Audience): () => void {
  const listening = new AbortController();
  const consider = (event: Event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) preloadPage(link.pathname, audience);
  };
  const options = { passive: true, signal: listening.signal };
  document.addEventListener("pointerover", consider, options);
  document.addEventListener("focusin", consider, options);
  return () => listening.abort();
}
