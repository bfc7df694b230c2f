import type { IncomingMessage, ServerResponse } from "node:http";
import type { Shot } from "./shot.ts";

const page = (body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Select photos</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><main>${body}</main></html>`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A page with a checkbox for each item, at maxItems `maxItems` of them checked, and a button Done. */
const pickerPage = (shots: readonly Shot[], maxItems: number): string =>
  page(`<h1>Select up to ${maxItems} photos</h1><form method="post">${shots
    .map(
      ({ id, filename }) =>
        `<p><label><input type="checkbox" name="shot" value="${escaped(id)}"> ${escaped(filename)}</label></p>`,
    )
    .join("")}<button>Done</button></form><script>
addEventListener("change", () => {
  const all = [...document.querySelectorAll("input")], isFull = all.filter((box) => box.checked).length >= ${maxItems};
  for (const box of all) box.disabled = isFull && !box.checked;
});</script>`);

const finalPage = (words: string, closes: boolean): string =>
  page(`<h1>${words}</h1>${closes ? "<script>window.close()</script>" : ""}`);

/** The items that a person has picked; null until they are done. */
export interface Selection {
  picked: readonly Shot[] | null;
}

/** Serves the picker in a browser: a page to pick on, and a final page that closes itself if `closes`. */
export async function servePicker(
  request: IncomingMessage,
  response: ServerResponse,
  asked: { session: Selection | undefined; shots: readonly Shot[]; maxItems?: number | undefined; closes: boolean },
): Promise<void> {
  const { session, shots, maxItems = 0, closes } = asked;
  if (!session || session.picked) return html(response, 404, finalPage("This selection has ended.", false));
  if (request.method !== "POST") return html(response, 200, pickerPage(shots, maxItems));
  const ids = new URLSearchParams(await textOf(request)).getAll("shot");
  session.picked = shots.filter((shot) => ids.includes(shot.id));
  return html(response, 200, finalPage("Done! You can close this window.", closes));
}

const html = (response: ServerResponse, code: number, body: string) =>
  void response.writeHead(code, { "content-type": "text/html; charset=utf-8" }).end(body);

export async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
