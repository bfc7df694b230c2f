import { leavesPage } from "../ui/leaves-page.ts";
import { type Path, navigate } from "./link.tsx";
import { nextTask } from "../ui/wait.ts";

/** The pages whose head shows the picture of the card that led there. */
const hasHead = /^\/(trips|squads)\/[^/]+$/;

/**
 * Lets the picture of a pressed card (`data-grows`) grow into the head of the page that it opens. Browsers without view transitions and
 * people who asked for less motion get the page at once. The page waits for nothing but the next frame, and a press during the motion
 * counts.
 */
export function growCards(): void {
  if (!("startViewTransition" in document)) return;
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const picture = link?.closest("[data-grows]")?.querySelector("img");
      if (!(link instanceof HTMLAnchorElement) || !picture || leavesPage(event)) return;
      if (!hasHead.test(link.pathname) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      // The browser pictures the old page first, so the router must not hear of this press before.
      event.preventDefault();
      event.stopPropagation();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address of a link of ours
      grow(picture, (link.pathname + link.search) as Path);
    },
    { capture: true },
  );
}

function grow(picture: HTMLElement, to: Path): void {
  const { classList } = document.documentElement;
  picture.style.viewTransitionName = "cover";
  const motion = document.startViewTransition(async () => {
    picture.style.viewTransitionName = "";
    // From now on the head of the new page has the name, and before it the head of its skeleton.
    classList.add("growing");
    navigate(to);
    // The router renders before this timer.
    await nextTask();
  });
  // A second press skips the motion, and then `ready` rejects.
  motion.ready.catch(() => undefined);
  void motion.finished.finally(() => classList.remove("growing"));
}
