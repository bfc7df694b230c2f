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
  // If code were missing, React would replace that part of the page, with what people have typed there.
  void loading.then(() => hydrateRoot(root, <AppView {...app} />));
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
