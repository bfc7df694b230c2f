import type { Shot } from "./photo-library.ts";

const page = (body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Select photos</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><main>${body}</main></html>`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Everything with a checkbox, at most so many of them to check, and Done. */
export const pickerPage = (shots: readonly Shot[], most: number): string =>
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

export const thanksPage = (words: string, closes: boolean): string =>
  page(`<h1>${words}</h1>${closes ? "<script>window.close()</script>" : ""}`);
