import { useEffect } from "react";

/** Names the page in the browser's tab and history: "The Crew · Swellmates". Undefined while it is not known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === "" ? "Swellmates" : `${title} · Swellmates`;
  }, [title]);
}
