// Decision 067: why the server draws pages. The build bundles this file with all its imports, and the server loads the bundle.
import { renderToString } from "react-dom/server";
import { type First, dropFirstAnswers, keepFirstAnswers } from "../core/first.ts";
import { preloadPage } from "./router.tsx";
import { AppView } from "./show-app.tsx";
import { visitorApp } from "./visitor-app.tsx";

/** Draws a visitor's page at an address from the answers that its document brings. */
export async function drawVisitorPage(address: URL, first: First): Promise<string> {
  await preloadPage(visitorApp.pages, address.pathname);
  const html = draw(address, first);
  // React marks a part that it could not draw this way.
  if (html.includes("<!--$!-->")) throw new Error(`A part of ${address.pathname} did not draw`);
  return html;
}

/** Synchronous: the address and the answers are global, and no other request may see them. */
function draw(address: URL, first: First): string {
  keepFirstAnswers(first);
  Object.assign(globalThis, { location: address });
  try {
    return renderToString(<AppView {...visitorApp} />);
  } finally {
    dropFirstAnswers();
    Reflect.deleteProperty(globalThis, "location");
  }
}
