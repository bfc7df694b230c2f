import { StrictMode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { nextTask, wait } from "../ui/wait.ts";
import { findMatch, preloadPage } from "./router.tsx";
import { type App, PageFrame } from "./page-frame.tsx";

/** A drawn head hears no presses, so it waits no longer for the answers of its page. In milliseconds. */
const maxHeadMs = 2000;

/**
 * Renders an app into the document. If the server drew the whole page, the app hydrates it. If it drew only the head of a member's page,
 * the app replaces it once the data of the page is there. Call it once.
 */
export async function showApp(app: App): Promise<void> {
  const loading = preloadPage(app.pages, location.pathname);
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root");
  const view = <AppView {...app} />;
  if (root.firstElementChild) {
    // If code were missing, React would replace that part of the page, with what people have typed there.
    await loading;
    await nextTask();
    if (!app.fetch) {
      app.onHydrate?.();
      return startTransition(() => void hydrateRoot(root, view));
    }
    const fetched = app.fetch(findMatch(app.pages, location.pathname));
    await Promise.race([fetched, wait(maxHeadMs)]);
  }
  // In a transition, React renders in short slices, so that a press on a slow phone need not wait for the whole page.
  startTransition(() => createRoot(root).render(view));
}

/** The root of an app, in the browser and on the server. */
export function AppView(app: App) {
  const { onLive } = app;
  useEffect(() => {
    // React hydrates a part of the page when it is pressed, but not during its effects.
    if (onLive) setTimeout(onLive);
  }, [onLive]);
  return (
    <StrictMode>
      <app.Provide>
        <PageFrame {...app} />
      </app.Provide>
    </StrictMode>
  );
}
