import {
  type ComponentType,
  type Fragment,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useState,
} from "react";
import { FooterPlace } from "../core/footer-place.ts";
import { useCurrentPath, useHash } from "../core/link.tsx";
import { type Match, type PageTable, findMatch, preloadPage } from "./router.tsx";
import { near } from "../ui/near.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { useArrival } from "../core/arrival.ts";

/** The parts that differ between the visitor's and the member's app. */
export interface App {
  readonly pages: PageTable;
  readonly Provide: ComponentType<{ children: ReactNode }> | typeof Fragment;
  readonly Bar: ComponentType;
  /** Stands between the bar and every page. */
  readonly Notice?: ComponentType;
  /** The bottom bar, on phones. */
  readonly TabBar?: ComponentType;
  /** Fetches what a page shows first, after its code. A failure appears on the page. Absent: pages fetch for themselves. */
  readonly fetch?: (match: Match) => Promise<unknown>;
  /** Called before React begins to hear presses on a drawn page. */
  readonly onHydrate?: () => void;
  /** Called once when the app reacts to presses. */
  readonly onLive?: () => void;
}

/** The frame of both apps: bar, page in `main`, toasts. */
export function PageFrame({ pages, fetch, Bar, Notice, TabBar }: App) {
  const path = useCurrentPath();
  useArrival(path, useHash());
  usePointedPages(pages, fetch);
  const [footerPlace, setFooterPlace] = useState<HTMLElement | null>(null);
  // In a transition, because otherwise React would first render the whole page again at once.
  const placeFooter = useCallback((place: HTMLElement | null) => startTransition(() => setFooterPlace(place)), []);
  const { page, params } = findMatch(pages, path);
  return (
    <>
      <a
        href="#main"
        className="edge sr-only z-50 rounded-full bg-card px-5 py-3 font-bold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the page
      </a>
      <Bar />
      {Notice && <Notice />}
      <div className={TabBar ? "pb-24 md:pb-0" : undefined}>
        <main id="main" tabIndex={-1}>
          <FooterPlace value={footerPlace}>
            <CrashScreen key={path}>
              <Suspense fallback={<PageSkeleton />}>{page.render(params)}</Suspense>
            </CrashScreen>
          </FooterPlace>
        </main>
        <div ref={placeFooter} />
      </div>
      {TabBar && <TabBar />}
      <Toaster />
      <LazyTooltips />
    </>
  );
}

/** How long a pointer rests on a link before its page is fetched, so that crossing a list fetches nothing. In milliseconds. */
const restMs = 65;

/** Loads the code of the page whose link is hovered or focused, and after a moment what it shows first. */
function usePointedPages(pages: PageTable, fetch: App["fetch"]): void {
  useEffect(() => {
    let resting = 0;
    const leave = () => clearTimeout(resting);
    const stop = onPointed((target) => {
      leave();
      const link = target.closest("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      const loading = preloadPage(pages, link.pathname);
      const match = findMatch(pages, link.pathname);
      resting = window.setTimeout(() => void loading.then(() => fetch?.(match)), restMs);
    });
    // A touch that becomes a scroll presses nothing.
    document.addEventListener("pointercancel", leave);
    return () => {
      leave();
      stop();
      document.removeEventListener("pointercancel", leave);
    };
  }, [pages, fetch]);
}

const Tooltips = near(async () => (await import("../ui/tooltip.tsx")).TooltipLayer);

/** Loads tooltips at the first hover or focus of an element that has one. */
function LazyTooltips() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onPointed((target) => target.closest("[data-tip]") && setWanted(true)), []);
  return wanted && <Tooltips />;
}

/** Calls `tell` with each hovered or focused element. Returns a function that stops this. */
function onPointed(tell: (target: Element) => unknown): () => void {
  const listening = new AbortController();
  for (const kind of ["pointerover", "focusin"] as const)
    document.addEventListener(kind, ({ target }) => target instanceof Element && tell(target), {
      passive: true,
      signal: listening.signal,
    });
  return () => listening.abort();
}
