// Decision 092: why the server draws pages. The build bundles this file with all its imports, and the server loads the bundle.
import { renderToString } from "react-dom/server";
import type { First } from "#contract/first.ts";
import { dropFirstAnswers, keepFirstAnswers } from "../core/first.ts";
import { createMemberQueries } from "../core/queries.ts";
import { createMemberApp } from "./member-app.tsx";
import { pagesForMembers } from "./pages-for-members.tsx";
import { preloadPage } from "./router.tsx";
import { AppView } from "./show-app.tsx";
import { visitorApp } from "./visitor-app.tsx";

/**
 * Draws the page at an address from the answers that its document brings: the whole page for a visitor, and the bars and its head for a
 * member. The head is inert until the page's code runs, because a press there would be lost.
 */
export async function drawPage(address: URL, first: First): Promise<string> {
  await preloadPage(first.user ? pagesForMembers : visitorApp.pages, address.pathname);
  return draw(address, first);
}

/** Synchronous: the address and the answers are global, and no other request may see them. */
function draw(address: URL, first: First): string {
  const { user } = first;
  keepFirstAnswers(first);
  Object.assign(globalThis, { location: address });
  try {
    const html = renderToString(
      user ? (
        // Times depend on the browser's clock.
        <div inert className="[&_time]:invisible">
          <AppView {...createMemberApp(user, createMemberQueries(user))} />
        </div>
      ) : (
        <AppView {...visitorApp} />
      ),
    );
    // React marks a part that it could not draw this way.
    if (html.includes("<!--$!-->")) throw new Error(`A part of ${address.pathname} did not draw`);
    return html;
  } finally {
    dropFirstAnswers();
    Reflect.deleteProperty(globalThis, "location");
  }
}
