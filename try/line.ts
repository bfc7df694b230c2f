import { paints } from "#contract/paints.ts";
import { faces, people } from "./world/people.ts";

/** Below this path are the routes of this mode. */
export const base = "/try";

/** The line on top of every page: what this is, a button for each person to log in as, and the mails. It needs no script. */
export const line = `<style>
#try { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: center; margin: 0; padding: .375rem .75rem; border-bottom: 2px solid ${paints.ink}; background: ${paints.sun}; color: ${paints.ink}; font: 600 14px/1.4 system-ui, sans-serif; text-align: center; }
#try p, #try form { margin: 0; }
#try form { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; justify-content: center; }
#try button, #try a { padding: .125rem .625rem; border: 2px solid ${paints.ink}; border-radius: 99px; background: ${paints.shell}; color: ${paints.ink}; font: inherit; text-decoration: none; cursor: pointer; }
#try :focus-visible { outline: 3px solid ${paints.ink}; outline-offset: 2px; }
@media (max-width: 480px) { #try { padding: .375rem .25rem; font-size: 12px; } #try form { gap: .125rem; } #try button, #try a { padding: .125rem .375rem; } }
@media print { #try { display: none; } }
</style><aside id="try" aria-label="Try-out"><p>A world to try, gone when you stop it.</p><form method="post">Log in as ${faces
  .map((who) => `<button formaction="${base}/login/${who}">${people[who].firstName}</button>`)
  .join(" ")} <a href="${base}/mails">Mails</a></form></aside>`;

/** A page of the product or a mail with the line on top. Throws if the page has no body. */
export function withLine(html: string): string {
  const start = /<body[^>]*>/.exec(html);
  if (!start) throw new Error("This page has no body.");
  const at = start.index + start[0].length;
  return html.slice(0, at) + line + html.slice(at);
}
