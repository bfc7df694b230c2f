import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { findViewer } from "./first.ts";
import { preloadPage } from "./router.tsx";
import { PageFrame } from "./shell/page-frame.tsx";

// zod must not try `new Function`: the Content-Security-Policy refuses it, and the browser would report that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const viewer = await findViewer();
  const app = viewer
    ? (await import("./shell/member-app.tsx")).createMemberApp(viewer)
    : (await import("./shell/visitor-app.tsx")).visitorApp;
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

void start();
