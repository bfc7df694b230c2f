import { type ComponentType, type Fragment, type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { useCurrentPath, useHash } from "../core/location.ts";
import { type Page, findPlace, preloadPage } from "./router.tsx";
import { OfflineBanner } from "../ui/offline-banner.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { useArrival } from "../core/arrival.ts";

/** What differs between a visitor's app and a member's. */
export interface App {
  readonly pages: readonly Page[];
  readonly Provide: ComponentType<{ children: ReactNode }> | typeof Fragment;
  readonly Bar: ComponentType;
  /** At the bottom, on phones. */
  readonly TabBar?: ComponentType;
}

/** What both apps share around their pages: the bar above, the page in `main`, messages on top. */
export function PageFrame({ pages, Bar, TabBar }: App) {
  const path = useCurrentPath();
  useArrival(path, useHash());
  // Whoever points at a link is about to follow it: its page may start loading.
  useEffect(
    () =>
      onPointed((target) => {
        const link = target.closest("a[href]");
        if (link instanceof HTMLAnchorElement && link.origin === location.origin) preloadPage(pages, link.pathname);
      }),
    [pages],
  );
  const { page, params } = findPlace(pages, path);
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
          <Suspense fallback={<PageSkeleton />}>{page.render(params)}</Suspense>
        </CrashScreen>
      </main>
      {TabBar && <TabBar />}
      <Toaster />
      <LazyTooltips />
    </>
  );
}

// Without a connection a page goes without tips rather than not at all.
const Tooltips = lazy(() =>
  import("../ui/tooltip.tsx").then(
    ({ TooltipLayer }) => ({ default: TooltipLayer }),
    () => ({ default: () => null }),
  ),
);

/** Tooltips come with the first thing that has one and is pointed at or reached. */
function LazyTooltips() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onPointed((target) => target.closest("[data-tip]") && setWanted(true)), []);
  return (
    wanted && (
      <Suspense fallback={null}>
        <Tooltips />
      </Suspense>
    )
  );
}

/** Tells what is pointed at, or reached by keyboard. Returns how to end it. */
function onPointed(tell: (target: Element) => unknown): () => void {
  const listening = new AbortController();
  for (const kind of ["pointerover", "focusin"] as const)
    document.addEventListener(kind, ({ target }) => target instanceof Element && tell(target), {
      passive: true,
      signal: listening.signal,
    });
  return () => listening.abort();
}
