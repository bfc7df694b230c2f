// Decision 055: why the first load has a byte budget.
import type { Plugin } from "vite";

/**
 * The function that the build puts around each `import()`. It asks at once for the files of that code, except for scripts that the document
 * names already, and waits for its style sheets. Vite's own knows servers with nonces, relative addresses and an event for failures, which
 * take 0.4 kB of every page.
 */
const helper = `
const asked = {};
const { relList } = document.createElement("link");
const ask = (file) => new Promise((resolve, reject) => {
  const link = document.createElement("link");
  const isStyle = file.endsWith(".css");
  link.rel = isStyle ? "stylesheet" : relList.supports("modulepreload") ? "modulepreload" : "preload";
  if (isStyle) {
    link.onload = resolve;
    link.onerror = () => {
      delete asked[file];
      reject(new Error(file + " did not load"));
    };
  } else {
    link.as = "script";
    resolve();
    if (document.querySelector(\`link[href="/\${file}"]\`)) return;
  }
  link.crossOrigin = "";
  link.href = "/" + file;
  document.head.append(link);
});
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map((file) => (asked[file] ??= ask(file))));
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
