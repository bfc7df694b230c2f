// Decision 067: why the server draws pages. The build bundles this file with all its imports, and the server loads the bundle.
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { First } from "#contract/first.ts";
import { dropFirstAnswers, keepFirstAnswers } from "../core/first.ts";
import { drawMemberHead } from "./draw-head.tsx";
import { preloadPage } from "./router.tsx";
import { AppView } from "./show-app.tsx";
import { visitorApp } from "./visitor-app.tsx";

/**
 * Draws the page at an address from the answers that its document brings: the whole page for a visitor, and its head for a member. Empty
 * if the answers are missing.
 */
export async function drawPage(address: URL, first: First): Promise<string> {
  const { user } = first;
  if (user) return draw(address, first, () => drawMemberHead(address.pathname, user, first));
  await preloadPage(visitorApp.pages, address.pathname);
  return draw(address, first, () => <AppView {...visitorApp} />);
}

/** Synchronous: the address and the answers are global, and no other request may see them. */
function draw(address: URL, first: First, content: () => ReactNode): string {
  keepFirstAnswers(first);
  Object.assign(globalThis, { location: address });
  try {
    const html = renderToString(content());
    // React marks a part that it could not draw this way.
    if (html.includes("<!--$!-->")) throw new Error(`A part of ${address.pathname} did not draw`);
    return html;
  } finally {
    dropFirstAnswers();
    Reflect.deleteProperty(globalThis, "location");
  }
}
