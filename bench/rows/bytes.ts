import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { type InlineConfig, type Rolldown, build } from "vite";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The modules that a first view loads, in order, each with its imports. */
const landing = ["web/main.ts", "web/shell/visitor-app.tsx", "web/pages/landing/landing-page.tsx"];
const dashboard = ["web/main.ts", "web/shell/member-app.tsx", "web/pages/dashboard/dashboard-page.tsx"];

/** Compares the compressed JavaScript of a first view with a page that has only React. */
export async function measureBytes({ workspace }: Bench): Promise<Figure[]> {
  const bare = await chunksOf(workspace.folder("bare-page"), {
    configFile: false,
    root: path.join(root, "bench/bare/page"),
    plugins: [react()],
  });
  const ours = await chunksOf(workspace.folder("web"), { configFile: path.join(root, "vite.config.ts") });
  const least = bytesOf(bare, ["bench/bare/page/main.tsx"]);
  return [
    {
      row: 15,
      what: "JavaScript of the landing page ÷ bare React page",
      goal: { atMost: 1.2 },
      ratios: [bytesOf(ours, landing) / least],
    },
    {
      row: 15,
      what: "JavaScript of the dashboard ÷ bare React page",
      goal: { atMost: 1.6 },
      ratios: [bytesOf(ours, dashboard) / least],
    },
  ];
}

async function chunksOf(outDir: Promise<string>, config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const settings = { outDir: await outDir, emptyOutDir: true, modulePreload: { polyfill: false } };
  const built = await build({ ...config, logLevel: "error", build: settings });
  must("output" in built, "The build made no output");
  return built.output.filter((part) => part.type === "chunk");
}

/** Compressed bytes of the chunks that hold these modules, and of their static imports. */
function bytesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): number {
  const first = modules.map((module) => {
    const chunk = chunks.find((one) => one.moduleIds.includes(path.join(root, module)));
    must(chunk !== undefined, `The build has no ${module}: the first view is made of other files now`);
    return chunk.fileName;
  });
  const files = new Set(first);
  for (const file of files) chunks.find(({ fileName }) => fileName === file)!.imports.forEach((one) => files.add(one));
  return chunks
    .filter(({ fileName }) => files.has(fileName))
    .reduce((total, { code }) => total + brotliCompressSync(code).length, 0);
}
