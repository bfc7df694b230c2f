/** Focuses the page's title, or `main` without one. Returns whether there was a title. */
export function focusPage(): boolean {
  const main = document.querySelector("main");
  const title = main?.querySelector("h1");
  if (title) title.tabIndex = -1;
  (title ?? main)?.focus({ preventScroll: true });
  return Boolean(title);
}
