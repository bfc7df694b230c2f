// Decision 123: what the installed app says about itself.
import type { Plugin } from "vite";
import { lightRoles } from "./contract/paints.ts";
import { iconFiles } from "./vite.icons.ts";

const fileName = "manifest.webmanifest";

/** Ends of names of photos and videos whose type some systems do not know. The sheet of uploads looks at every file again. */
const endings = [".heic", ".heif", ".avif", ".jpg", ".jpeg", ".png", ".webp", ".gif", ".mov", ".mp4", ".m4v", ".webm"];

/** What a phone reads when somebody installs the app. Dark colours come from the `theme-color` of the page. */
const manifest = {
  id: "/",
  name: "Swellmates",
  short_name: "Swellmates",
  description: "Plan the trip, pour every photo into one place, then vote on who really earned Best Wipeout.",
  lang: "en",
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: lightRoles.page,
  background_color: lightRoles.page,
  categories: ["travel", "photo", "social"],
  icons: iconFiles.map(({ fileName: src, side, purpose }) => ({
    src: `/${src}`,
    sizes: `${side}x${side}`,
    type: "image/png",
    purpose,
  })),
  shortcuts: [
    { name: "Add photos", url: "/add-photos", icons: [{ src: "/icon-add-photos.png", sizes: "192x192" }] },
    { name: "Vote", url: "/vote", icons: [{ src: "/icon-vote.png", sizes: "192x192" }] },
  ],
  // The worker answers it; without a worker, the server does.
  share_target: {
    action: "/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: { files: [{ name: "files", accept: ["image/*", "video/*", ...endings] }] },
  },
};

/** Writes the manifest of the installed app, and names it in the document. */
export const appManifest = (): Plugin => ({
  name: "app-manifest",
  apply: "build",
  transformIndexHtml: () => [{ tag: "link", attrs: { rel: "manifest", href: `/${fileName}` }, injectTo: "head" }],
  generateBundle() {
    this.emitFile({ type: "asset", fileName, source: JSON.stringify(manifest) });
  },
});
