// Decision 055: why the first load has a byte budget.
import type { Plugin } from "vite";

/**
 * The function that the build puts around each `import()`. It names the files of that code to the browser at once, and waits for its style
 * sheets. Vite's own is three times as long: it knows servers with nonces and relative addresses.
 */
const helper = `
const asked = {};
const ask = (file) => asked[file] ??= new Promise((done, fail) => {
  const link = document.createElement("link");
  const isSheet = file.endsWith("css");
  link.rel = isSheet ? "stylesheet" : "modulepreload";
  link.href = "/" + file;
  link.onload = done;
  link.onerror = () => fail(delete asked[file]);
  document.head.append(link);
  if (!isSheet) done();
});
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(ask));
  return load();
};
`;

/** Replaces Vite's function that preloads the files of an `import()`. */
export const smallPreload = (): Plugin => ({
  name: "small-preload",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? helper : null),
});
