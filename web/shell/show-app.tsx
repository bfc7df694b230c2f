import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { preloadPage } from "./router.tsx";
import { type App, PageFrame } from "./page-frame.tsx";

/** Renders an app into the document. Call it once. */
export function showApp(app: App): void {
  preloadPage(app.pages, location.pathname);
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <app.Provide>
        <PageFrame {...app} />
      </app.Provide>
    </StrictMode>,
  );
}
