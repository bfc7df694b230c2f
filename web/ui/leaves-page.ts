import type { MouseEvent } from "react";

/** Whether the browser handles a click on a link: it opens another tab or window, or downloads. */
export const leavesPage = (
  event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
