import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { preloadPage } from "./router.tsx";
import { type App, PageFrame } from "./page-frame.tsx";

/** Renders an app into the document, or takes over the page that the server drew. Call it once. */
export function showApp(app: App): void {
  const loading = preloadPage(app.pages, location.pathname);
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root");
  if (!root.firstElementChild) return createRoot(root).render(<AppView {...app} />);
  // React would draw a part anew whose code is missing, and lose what people typed there.
  void loading.then(() => hydrateRoot(root, <AppView {...app} />));
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
