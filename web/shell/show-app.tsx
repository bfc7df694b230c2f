import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { preloadPage } from "./router.tsx";
import { type App, PageFrame } from "./page-frame.tsx";

/**
 * Renders an app into the document, or takes over the page that the server drew. Of a member's page the server draws only the head: the
 * app replaces it once `isReady`, so that nothing goes away for a moment. Call it once.
 */
export async function showApp(app: App, isReady?: Promise<unknown>): Promise<void> {
  const loading = preloadPage(app.pages, location.pathname);
  const root = document.querySelector("#root")!;
  const view = <AppView {...app} />;
  if (root.firstElementChild) {
    // React would draw a part anew whose code is missing, and lose what people typed there.
    await loading;
    if (!isReady) return void hydrateRoot(root, view);
    await isReady;
  }
  createRoot(root).render(view);
}

/** An app. The server draws the same. */
export function AppView(app: App) {
  const { onLive } = app;
  useEffect(() => {
    // React hydrates the page for a press, but not while it runs effects.
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
