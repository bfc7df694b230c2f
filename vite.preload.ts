// Decision 055: why the first load has a byte budget.
import type { Plugin } from "vite";

/**
 * The function that the build puts around each `import()`. It fetches the files of that code, except for scripts that the document names
 * already, and imports them when all are in the browser's cache: an `import()` that fails would fail until the next reload, because most
 * browsers remember it (whatwg/html#6768). Vite's own function preloads only, and knows servers with nonces and relative addresses.
 */
const helper = `
/** The files that have arrived or are on their way. */
const asked = {};
const ask = async (file) => {
  if (document.querySelector(\`[href="/\${file}"]\`)) return;
  const answer = await fetch("/" + file);
  if (!answer.ok) throw new Error(file, { cause: answer.status });
  const text = await answer.text();
  if (file.endsWith("css")) document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(text));
};
const askOnce = (file) => asked[file] ??= ask(file).catch((error) => {
  delete asked[file];
  throw error;
});
export const __vitePreload = async (load, files = []) => {
  // To save bytes, vite.config.ts leaves the file of the code itself out of the list. The text of the function names it.
  await Promise.all([...files, "assets/" + /[\\w.-]+\\.js/.exec(load)].map(askOnce));
  return load();
};
`;

/** Replaces Vite's function that preloads the files of an `import()`. */
export const smallPreload = (): Plugin => ({
  name: "small-preload",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? helper : null),
  transform(code) {
    // Vite puts the `then` into `load` above, which does not run if a file is missing: its second function would never run.
    if (/\bimport\([^()]*\)\s*\.then\(/.test(code))
      this.error("Write `async () => (await import(…)).part`, and `then` on its result.");
  },
});
