// Decision 055: why icons are no JavaScript.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import * as lucide from "lucide-react";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { pathsOfIcon, shapesOfPaths } from "./contract/award-icons.ts";
import { icons as awardIcons, partOf } from "./contract/award-look.ts";

const web = path.join(import.meta.dirname, "web");
const component = path.join(web, "ui/icon.tsx");
const folder = path.join(import.meta.dirname, ".cache/icons");

const anImport = /import \{([^}]+)\} from "lucide-react";/g;
/** The icons that a file imports, with their names there. */
const importsIn = (code: string) =>
  [...code.matchAll(anImport)]
    .flatMap(([, names = ""]) => names.split(","))
    .filter((name) => name.trim() !== "")
    .map((name) => name.trim().split(" as "))
    .map(([icon = "", local = icon]) => ({ icon, local }));

/** The shapes of an icon, without the `<svg>` around them. */
function shapesOf(icon: string): string {
  const Icon = (lucide as unknown as Record<string, ComponentType | undefined>)[icon];
  if (!Icon) throw new Error(`lucide-react has no icon ${icon}`);
  return renderToStaticMarkup(createElement(Icon))
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replaceAll(/><\/\w+>/g, "/>");
}

/** The icons that the files in `web` import. */
async function importedIcons(): Promise<string[]> {
  const files = (await readdir(web, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const codes = await Promise.all(files.map((file) => readFile(path.join(web, file), "utf8")));
  return [...new Set(codes.flatMap(importsIn).map(({ icon }) => icon))].sort();
}

/**
 * Makes one picture of the icons of awards and of all imported icons, `@icons/icons.svg`, and turns each import from lucide-react into a
 * component that shows its part of the picture. With `inline`, as for documents that the server draws, the component has the shapes
 * themselves, so that they need no request.
 */
export function iconSheet({ inline = false } = {}): Plugin {
  let drawn: readonly string[] = [];
  const draw = async () => {
    drawn = await importedIcons();
    const awards = awardIcons.map((icon) => [partOf(icon), shapesOfPaths(pathsOfIcon(icon))] as const);
    const parts = [...drawn.map((icon) => [icon, shapesOf(icon)] as const), ...awards].map(
      ([id, shapes]) => `<g id="${id}">${shapes}</g>`,
    );
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, "icons.svg"),
      `<svg xmlns="http://www.w3.org/2000/svg">\n${parts.join("\n")}\n</svg>\n`,
    );
  };
  return {
    name: "icon-sheet",
    enforce: "pre",
    async config() {
      await draw();
      return { resolve: { alias: { "@icons": folder } } };
    },
    async transform(code, id) {
      if (!id.startsWith(web) || !code.includes('from "lucide-react"')) return null;
      const icons = importsIn(code);
      // During development a file may import a further one.
      if (icons.some(({ icon }) => !drawn.includes(icon))) await draw();
      const made = icons.map(({ icon, local }) => {
        const shapes = inline ? `, ${JSON.stringify(shapesOf(icon))}` : "";
        return `const ${local} = /* @__PURE__ */ lucideIcon("${icon}"${shapes});`;
      });
      const lines = [`import { icon as lucideIcon } from ${JSON.stringify(component)};`, ...made].join(" ");
      return { code: `${lines} ${code.replaceAll(anImport, "")}`, map: null };
    },
  };
}
