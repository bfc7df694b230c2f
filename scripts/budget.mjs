// Decision 055: why the first load has a byte budget. Decision 069: why the fonts have one.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { fail } from "./run.mjs";

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), "../dist");
const kB = 1000;
/** What every page begins with. */
const start = ["index.html", "shell/show-app.tsx"];
const visitors = [...start, "shell/visitor-app.tsx"];
/** The parts that a first view loads, in order, by their names in the manifest. Each brings its imports. */
const views = [
  // Its links work before the rest of its code, which loads when somebody touches the page or it is idle.
  { name: "landing page before its first use", parts: ["index.html"], maxBytes: 1.5 * kB, maxFiles: 2 },
  { name: "landing page", parts: [...visitors, "pages/landing/landing-page.tsx"], maxBytes: 71.5 * kB, maxFiles: 7 },
  {
    name: "sign-in",
    parts: [...visitors, "accounts/sign-in/auth-page.tsx"],
    maxBytes: 120 * kB,
    maxFiles: 10,
  },
  {
    name: "join page",
    parts: [...visitors, "squads/join-squad-page.tsx"],
    maxBytes: 74 * kB,
    maxFiles: 9,
  },
  { name: "dashboard", parts: member("pages/dashboard/dashboard-page.tsx"), maxBytes: 101.6 * kB, maxFiles: 12 },
  { name: "trip page", parts: member("pages/trip/trip-page.tsx"), maxBytes: 119.2 * kB, maxFiles: 15 },
  { name: "squad page", parts: member("pages/squad/squad-page.tsx"), maxBytes: 107.7 * kB, maxFiles: 15 },
  { name: "ballot", parts: member("awards/ballot/ballot-page.tsx"), maxBytes: 105.3 * kB, maxFiles: 14 },
  { name: "costs", parts: member("costs/costs-page.tsx"), maxBytes: 119 * kB, maxFiles: 21 },
  { name: "leaderboard", parts: member("awards/results/leaderboard-page.tsx"), maxBytes: 109 * kB, maxFiles: 15 },
];

const maxFontBytes = 45 * kB;

/** Words that only the code of a show has. */
const showWords = "Nobody dared to vote";

const manifest = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"));
const sizes = views.map(({ parts, ...view }) => ({ ...view, ...total(parts) }));
for (const { name, maxBytes, maxFiles, bytes, files } of sizes)
  console.log(
    `JavaScript of the ${name}: ${(bytes / kB).toFixed(1)} kB brotli, at most ${maxBytes / kB}, in ${files} files, at most ${maxFiles}`,
  );
const large = sizes
  .filter(({ maxBytes, maxFiles, bytes, files }) => bytes > maxBytes || files > maxFiles)
  .map(({ name }) => name);
const fontBytes = preloadedFonts().reduce((sum, file) => sum + statSync(path.join(dist, file)).size, 0);
console.log(`Fonts of every page: ${(fontBytes / kB).toFixed(1)} kB, at most ${maxFontBytes / kB}`);
if (fontBytes > maxFontBytes) large.push("fonts");
const withShow = sizes.filter(({ code }) => code.includes(showWords)).map(({ name }) => name);
if (withShow.length > 0) fail(`The show of an Awards Night loads with another page: ${withShow.join(", ")}.`);
if (!total(member("awards/night/night-page.tsx")).code.includes(showWords))
  fail(`No show has "${showWords}" any more.`);
if (large.length > 0) fail(`Over its byte budget: ${large.join(", ")}.`);

/** The parts of a member's page. */
function member(...page) {
  return [...start, "shell/member-app.tsx", ...page];
}

function total(parts) {
  const chunks = new Set();
  const add = (name) => {
    if (chunks.has(name)) return;
    if (!manifest[name]) fail(`The built web has no ${name}: its first view is made of other files now.`);
    chunks.add(name);
    for (const imported of manifest[name].imports ?? []) add(imported);
  };
  for (const name of parts) add(name);
  const files = [...chunks].map((name) => manifest[name].file).filter((file) => file.endsWith(".js"));
  const texts = files.map((file) => readFileSync(path.join(dist, file)));
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  return { bytes, files: files.length, code: texts.join("\n") };
}

/** The fonts that every document asks for. */
function preloadedFonts() {
  const fonts = readFileSync(path.join(dist, "index.html"), "utf8").matchAll(/as="font"[^>]* href="([^"]+)"/g);
  const files = [...fonts].map(([, file]) => file);
  if (files.length === 0) fail("The built document preloads no font.");
  return files;
}
