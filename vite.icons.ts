import path from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { paints } from "./contract/paints.ts";

/** A picture of the logo for systems that take no SVG. Sizes in pixels. */
interface Icon {
  readonly fileName: string;
  readonly side: number;
  /** Between the logo and each edge. */
  readonly margin: number;
  /** Absent: transparent. */
  readonly background?: string;
}

/** Systems cut a maskable icon to a circle or another shape. A circle of 80% of the side is always seen, and this logo is 75% wide. */
const maskable = (side: number) => ({
  fileName: `icon-maskable-${side}.png`,
  side,
  margin: side / 8,
  background: paints.sand,
  purpose: "maskable",
});

const plain = (side: number) => ({ fileName: `icon-${side}.png`, side, margin: 0, purpose: "any" });

/** The icons of the installed app. */
export const iconFiles = [plain(192), plain(512), maskable(192), maskable(512)] as const;

/** The opaque icon that Safari needs for home screens, and old Safari for tabs. */
const safari: Icon = { fileName: "apple-touch-icon.png", side: 180, margin: 16, background: paints.sand };

const drawings = [
  // Android colours the opaque parts of this one.
  { source: "badge", fileName: "badge.png", side: 96 },
  { source: "add-photos", fileName: "icon-add-photos.png", side: 192 },
  { source: "vote", fileName: "icon-vote.png", side: 192 },
];

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

async function draw(svg: string, { side, margin, background }: Icon): Promise<Buffer> {
  const drawn = sharp(path.resolve(import.meta.dirname, "web", svg), { density: 1200 })
    .resize(side - 2 * margin)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: background ?? clear });
  return (background === undefined ? drawn : drawn.flatten({ background })).png({ palette: true }).toBuffer();
}

/** Makes the icons that are no SVG: of the installed app, of Safari, of notifications, and the one that browsers ask for beside a file. */
export function appIcons(): Plugin {
  return {
    name: "app-icons",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${safari.fileName}` }, injectTo: "head" },
    ],
    async generateBundle() {
      const emit = (fileName: string, source: Buffer) => this.emitFile({ type: "asset", fileName, source });
      for (const icon of iconFiles) emit(icon.fileName, await draw("icon.svg", icon));
      for (const { source, ...icon } of drawings)
        emit(icon.fileName, await draw(`icons/${source}.svg`, { ...icon, margin: 0 }));
      const forSafari = await draw("icon.svg", safari);
      emit(safari.fileName, forSafari);
      emit("favicon.ico", iconFile(safari.side, forSafari));
    },
  };
}

/** An ICO file with one square picture: its header, the picture's entry, and the PNG. */
function iconFile(side: number, png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  // Of type 1, with one picture of 32 bits a pixel, which begins after this head.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
