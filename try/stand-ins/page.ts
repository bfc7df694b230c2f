import { darkRoles, lightRoles } from "#contract/paints.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for HTML, also inside double quotes. */
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!);

/** A plain page, readable on a phone and in the dark. `top` is HTML above its content. */
export const pageOf = (title: string, body: string, top = "") => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(${lightRoles.page}, ${darkRoles.page}); color: light-dark(${lightRoles.text}, ${darkRoles.text}); }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { line-height: 1.15; }
main form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
main input:not([type=checkbox]), main button { font: inherit; color: inherit; padding: .5rem 1rem; border: 2px solid currentColor; border-radius: 99px; background: light-dark(${lightRoles.card}, ${darkRoles.card}); }
main button { cursor: pointer; font-weight: 600; }
main a { color: inherit; }
.people { order: -1; flex-basis: 100%; display: grid; gap: .5rem; justify-items: start; }
.shots { flex-basis: 100%; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
.shots label { display: grid; gap: .25rem; overflow-wrap: anywhere; font-size: .85rem; }
.shots img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 12px; }
</style>${top}<main>${body}</main></html>`;
