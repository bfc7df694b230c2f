import path from "node:path";
import react from "@vitejs/plugin-react";
import { type InlineConfig, type Plugin, build } from "vite";
import packageJson from "./package.json" with { type: "json" };

/** The first start builds: it warns of nothing that its reader cannot change. */
export const quietTimings = { bundlerTimings: false };

const root = import.meta.dirname;
const isOurs = (id: string) => id.startsWith(path.join(root, "server/"));

/** Builds the code with which the server draws pages, into a folder that is not served. */
export const serverDrawing = (): Plugin => alsoBuild("server-drawing", ".drawing", drawing);

/** Builds the server's program into a folder that is not served. Decision 076: why it is bundled. */
export const serverProgram = (): Plugin => alsoBuild("server-program", ".server", program);

const alsoBuild = (name: string, folder: string, config: (outDir: string) => InlineConfig): Plugin => ({
  name,
  apply: "build",
  async writeBundle({ dir }) {
    await build(config(path.join(dir!, folder)));
  },
});

const drawing = (outDir: string): InlineConfig => ({
  configFile: false,
  root: "web",
  logLevel: "warn",
  plugins: [react()],
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  define: { "process.env.NODE_ENV": '"production"' },
  // The server has no packages of the web.
  ssr: { noExternal: true },
  build: {
    ssr: "shell/draw-page.tsx",
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    target: "node24",
    rolldownOptions: {
      checks: quietTimings,
      output: {
        entryFileNames: "draw-page.js",
        codeSplitting: false,
        // Modules listen to the window when they load, and the server has none.
        banner: "const addEventListener = () => undefined;",
      },
    },
  },
});

/** The packages that every start loads. The others stay packages, and load when they are used. */
const startPackages =
  /^(@fastify\/.+|fastify|fast-json-stringify|ical-generator|ipaddr\.js|kysely|lru-cache|pg|pg-boss|zod)$/;

/** `server/main.js` and what every start loads. */
const program = (outDir: string): InlineConfig => ({
  configFile: false,
  root,
  logLevel: "warn",
  publicDir: false,
  plugins: [ownPlaces()],
  ssr: {
    noExternal: true,
    external: Object.keys(packageJson.dependencies).filter((name) => !startPackages.test(name)),
  },
  build: {
    ssr: "server/main.js",
    outDir,
    emptyOutDir: true,
    target: "node24",
    minify: false,
    rolldownOptions: { checks: quietTimings, output: { entryFileNames: "main.js", chunkFileNames: "[name].js" } },
  },
});

/** Lets each module find its files and packages from its place in `server/`, as if it were not bundled. */
function ownPlaces(): Plugin {
  const built = path.join(root, "dist/.server");
  return {
    name: "own-places",
    enforce: "pre",
    transform(code, id) {
      if (!isOurs(id) || !code.includes("import.meta")) return null;
      if (/import\.meta(?!\.url\b)/.test(code)) this.error(`${id} may only use import.meta.url`);
      const place = JSON.stringify(path.relative(built, id));
      return { code: code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`), map: null };
    },
  };
}
