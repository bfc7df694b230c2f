import type { IncomingMessage, ServerResponse } from "node:http";
import { escaped, pageOf } from "./page.ts";
import type { Shot } from "./shot.ts";

/**
 * A page with a checkbox for each item, at most `maxItems` of them checked, and a button Done. The address of a picture
 * is `pictures` and its id.
 */
const pickerPage = (shots: readonly Shot[], maxItems: number, pictures: string): string =>
  pageOf(
    "Select photos",
    `<h1>Select up to ${maxItems} photos</h1><form method="post"><div class="shots">${shots
      .map(({ id, filename, processingStatus }) => {
        const picture = processingStatus
          ? ""
          : `<img alt="" loading="lazy" src="${pictures}${encodeURIComponent(id)}">`;
        const box = `<input type="checkbox" name="shot" value="${escaped(id)}"> ${escaped(filename)}`;
        return `<label>${picture}<span>${box}</span></label>`;
      })
      .join("")}</div><button>Done</button></form><script>
addEventListener("change", () => {
  const all = [...document.querySelectorAll("input")], isFull = all.filter((box) => box.checked).length >= ${maxItems};
  for (const box of all) box.disabled = isFull && !box.checked;
});</script>`,
  );

const finalPage = (words: string, closes: boolean): string =>
  pageOf("Select photos", `<h1>${words}</h1>${closes ? "<script>window.close()</script>" : ""}`);

/** The items that a person has picked; null until they are done. */
export interface Selection {
  picked: readonly Shot[] | null;
}

/** Serves the picker in a browser: a page to pick on, and a final page that closes itself if `closes`. */
export async function servePicker(
  request: IncomingMessage,
  response: ServerResponse,
  asked: {
    session: Selection | undefined;
    shots: readonly Shot[];
    maxItems?: number | undefined;
    closes: boolean;
    pictures: string;
  },
): Promise<void> {
  const { session, shots, maxItems = 0, closes, pictures } = asked;
  if (!session || session.picked) return html(response, 404, finalPage("This selection has ended.", false));
  if (request.method !== "POST") return html(response, 200, pickerPage(shots, maxItems, pictures));
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
