// Runs on the server. The build makes one file of it and all that it imports.
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

/** Without a pause, so that no other request sees this address or these answers. */
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
