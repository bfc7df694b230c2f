import type { QueryClient } from "@tanstack/react-query";
import { page } from "../ui/page.ts";
import { isUnreached } from "../core/api.ts";
import { offlineWords } from "./as-of.ts";

/** Tells in the line of the document that there is no connection, and how old the page is. Call it once, after `keepAnswers`. */
export function watchConnection(client: QueryClient): void {
  const line = document.querySelector("output > span");
  if (!line) return;
  let lostAt = navigator.onLine ? 0 : Date.now();
  const tell = () => {
    line.toggleAttribute("hidden", lostAt === 0);
    if (lostAt > 0) line.textContent = offlineWords(oldestShown(client) ?? lostAt);
  };
  const lose = () => {
    lostAt ||= Date.now();
    tell();
  };
  const find = () => {
    lostAt = 0;
    tell();
  };
  const before = page.onRead;
  page.onRead = (...read) => {
    if (lostAt > 0) find();
    before?.(...read);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { action } = event;
    if (action.type === "error" && isUnreached(action.error)) lose();
    else if (lostAt > 0) tell();
  });
  addEventListener("offline", lose);
  addEventListener("online", find);
  tell();
}

/** When the oldest answer was kept that the page shows from this device; undefined if all came from the server. */
function oldestShown(client: QueryClient): number | undefined {
  const shown = client.getQueryCache().findAll({ type: "active" });
  const kept = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0 && at < performance.timeOrigin);
  return kept.length > 0 ? Math.min(...kept) : undefined;
}
