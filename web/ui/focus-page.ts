/** Moves the focus to the page's title, or to its main part while it has none. Says whether there was a title. */
export function focusPage(): boolean {
  const main = document.querySelector("main");
  const title = main?.querySelector("h1");
  if (title) title.tabIndex = -1;
  (title ?? main)?.focus({ preventScroll: true });
  return Boolean(title);
}
