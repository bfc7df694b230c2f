import type { IncomingMessage, ServerResponse } from "node:http";
import type { Shot } from "./shot.ts";

const page = (body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Select photos</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><main>${body}</main></html>`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Everything with a checkbox, at most so many of them to check, and Done. */
const pickerPage = (shots: readonly Shot[], most: number): string =>
  page(`<h1>Select up to ${most} photos</h1><form method="post">${shots
    .map(
      ({ id, filename }) =>
        `<p><label><input type="checkbox" name="shot" value="${escaped(id)}"> ${escaped(filename)}</label></p>`,
    )
    .join("")}<button>Done</button></form><script>
addEventListener("change", () => {
  const all = [...document.querySelectorAll("input")], isFull = all.filter((box) => box.checked).length >= ${most};
  for (const box of all) box.disabled = isFull && !box.checked;
});</script>`);

const thanksPage = (words: string, closes: boolean): string =>
  page(`<h1>${words}</h1>${closes ? "<script>window.close()</script>" : ""}`);

/** What somebody has picked: null until they are done. */
export interface Choice {
  picked: readonly Shot[] | null;
}

/** The picker as a browser meets it: a page to choose on, and one that says thanks and, if asked to, closes itself. */
export async function choosing(
  request: IncomingMessage,
  response: ServerResponse,
  asked: { session: Choice | undefined; shots: readonly Shot[]; most?: number | undefined; closes: boolean },
): Promise<void> {
  const { session, shots, most = 0, closes } = asked;
  if (!session || session.picked) return html(response, 404, thanksPage("This selection has ended.", false));
  if (request.method !== "POST") return html(response, 200, pickerPage(shots, most));
  const ids = new URLSearchParams(await textOf(request)).getAll("shot");
  session.picked = shots.filter((shot) => ids.includes(shot.id));
  return html(response, 200, thanksPage("Done! You can close this window.", closes));
}

const html = (response: ServerResponse, code: number, body: string) =>
  void response.writeHead(code, { "content-type": "text/html; charset=utf-8" }).end(body);

export async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
