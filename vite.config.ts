import { brotliCompress, constants, gzip } from "node:zlib";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { type HtmlTagDescriptor, type Plugin, defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { chunkGroups } from "./vite.chunks.ts";
import { subsetFonts } from "./vite.fonts.ts";
import { appIcons } from "./vite.icons.ts";
import { appManifest } from "./vite.manifest.ts";
import { smallPreload } from "./vite.preload.ts";
import { styleRules } from "./vite.rules.ts";
import { quietTimings, serverDrawing, serverProgram } from "./vite.server.ts";
import { contractHash, serviceWorker } from "./vite.worker.ts";

const licenseFile = "licenses.txt";

export default defineConfig({
  root: "web",
  plugins: [
    react(),
    tailwindcss(),
    subsetFonts(),
    smallPreload(),
    preloadFonts(),
    appIcons(),
    appManifest(),
    missingLicenses(),
    styleRules(),
    serviceWorker(),
    compressed(),
    serverDrawing(),
    serverProgram(),
  ],
  define: { "import.meta.env.VITE_CONTRACT": JSON.stringify(contractHash()) },
  // wouter imports a shim for a hook that React has.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    manifest: true,
    // The licenses require their notices with the code. A .txt, because some browsers download .md instead of showing it.
    license: { fileName: licenseFile },
    modulePreload: {
      polyfill: false,
      // Their names in the preload lists of the code would only cost bytes: every page of a member has loaded the named chunks, and
      // the `import()` itself asks for its file.
      resolveDependencies: (file, names, { hostType }) =>
        hostType === "html"
          ? names
          : names.filter((name) => name !== file && !/^assets\/[a-z-]+\.[^.]+\.js$/.test(name)),
    },
    target: "es2023",
    // An inlined picture would load with its code, shown or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: quietTimings,
      output: {
        // The first view contains the names of all chunks, and random letters do not compress: 7 is the shortest hash that works.
        chunkFileNames: ({ name }) =>
          /^(first|loader|member|rolldown-runtime)$/.test(name) ? "assets/[name].[hash:7].js" : "assets/[hash:7].js",
        codeSplitting: {
          // Icons that the start of neither app shows are one file. Each is less than a request costs.
          groups: [...chunkGroups(), { name: "icons", test: /node_modules\/lucide-react\// }],
        },
      },
    },
  },
  server: { proxy: { "^/api/": "http://localhost:3000", "^/(objects|example)/": "http://localhost:3000" } },
});

/** Preloads the fonts of every page. The server preloads the code. */
function preloadFonts(): Plugin {
  const link = (file: string): HtmlTagDescriptor => ({
    tag: "link",
    attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
    injectTo: "head",
  });
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith(".woff2") && !file.includes("-extended"))
          .map(link),
    },
  };
}

/** Adds to Vite's list of licenses what it leaves out: packages of style sheets (Tailwind, the fonts) and of workers, and pictures. */
function missingLicenses(): Plugin {
  const packages = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies }).filter((name) =>
    /^(tailwindcss|@fontsource-variable\/(bricolage-grotesque|figtree)|@noble\/hashes|@zip\.js\/zip\.js)$/.test(name),
  );
  // The service worker is a build of its own.
  packages.push(...["core", "precaching", "strategies"].map((part) => `workbox-${part}`));
  return {
    name: "missing-licenses",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const list = bundle[licenseFile];
        if (list?.type !== "asset") throw new Error(`Vite has not written ${licenseFile}`);
        const folders = new Map(packages.map((name) => [name, path.join("node_modules", name)]));
        folders.set("Noto Emoji", "web/awards/night/show/emoji");
        const notices = Array.from(folders, ([name, folder]) => {
          const license = readFileSync(path.join(import.meta.dirname, folder, "LICENSE"), "utf8");
          return `\n## ${name}\n\n${license.trim()}\n`;
        });
        list.source = [list.source, ...notices].join("");
      },
    },
  };
}

/** Writes a .br and a .gz beside each text file, at the best setting, which the server sends as they are. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: "compressed",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        for (const [fileName, part] of Object.entries(bundle)) {
          if (!/\.(js|css|svg|json)$/.test(fileName) || fileName.startsWith(".vite/")) continue;
          const bytes = Buffer.from(part.type === "chunk" ? part.code : part.source);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: await brotli(bytes, { params }) });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: await zip(bytes, { level: 9 }) });
        }
      },
    },
  };
}
