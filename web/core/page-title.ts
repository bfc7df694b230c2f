import { useEffect } from "react";

/** Sets the document's title: "The Crew · Swellmates", or "Swellmates" for "". Pass undefined while the title is unknown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === "" ? "Swellmates" : `${title} · Swellmates`;
  }, [title]);
}
