// Decision 055: why icons are not lucide-react's own components.
import path from "node:path";
import * as lucide from "lucide-react";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type CustomPlugin, optimize } from "svgo";
import type { Plugin } from "vite";

const component = JSON.stringify(path.join(import.meta.dirname, "web/ui/icon.tsx"));
const anImport = /import \{([^}]+)\} from "lucide-react";/g;
/** Icons of the bars around every page of a member. They are modules of their own, and stand in no other code of a page again. */
const ofBars = /^(Ellipsis|House|Plus|Trophy|User|Users)$/;
const moduleOf = "virtual:icon/";

/** Makes icons that a file imports from lucide-react constants of the file, with all lines of an icon in one path. */
export const onePathIcons = (): Plugin => ({
  name: "one-path-icons",
  enforce: "pre",
  transform(code) {
    if (!code.includes('from "lucide-react"')) return null;
    // In one line, so that line numbers stay.
    const ours = code.replaceAll(anImport, (_import, names: string) => namesIn(names).map(ownIcon).join(" "));
    return { code: `import { icon as iconOf } from ${component}; ${ours}`, map: null };
  },
  resolveId: (id) => (id.startsWith(moduleOf) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${moduleOf}`)) return null;
    const d = pathOf(id.slice(moduleOf.length + 1));
    return `import { icon as iconOf } from ${component}; export default ${madeOf(d)};`;
  },
});

/** `Heart, Image as Picture` as pairs of an icon and its name in the file. */
const namesIn = (names: string) =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => name.split(" as "));

const ownIcon = ([icon = "", local = icon]: readonly string[]) =>
  ofBars.test(icon) ? `import ${local} from "${moduleOf}${icon}";` : `const ${local} = ${madeOf(pathOf(icon))};`;

const madeOf = (d: string) => `/* @__PURE__ */ iconOf(${JSON.stringify(d)})`;

/** Returns the `d` of a path with all lines of an icon of lucide-react. */
export function pathOf(icon: string): string {
  const Icon = (lucide as unknown as Record<string, ComponentType | undefined>)[icon];
  if (!Icon) throw new Error(`lucide-react has no icon ${icon}`);
  const { data } = optimize(renderToStaticMarkup(createElement(Icon)), {
    floatPrecision: 2,
    plugins: [
      plainLines,
      { name: "convertShapeToPath", params: { convertArcs: true } },
      { name: "mergePaths", params: { force: true } },
      "convertPathData",
    ],
  });
  const [, d] = /^<svg[^>]*><path d="([^"]+)"\/><\/svg>$/.exec(data) ?? [];
  if (d === undefined) throw new Error(`${icon} is not one path: ${data}`);
  return d;
}

/** Turns rectangles with round corners into paths, which svgo does not, and takes the fill from dots, which their line covers. */
const plainLines: CustomPlugin = {
  name: "plain-lines",
  fn: () => ({
    element: {
      enter(node) {
        const { attributes } = node;
        if (node.name === "circle" && Number(attributes["r"]) <= 1) delete attributes["fill"];
        if (node.name !== "rect") return;
        node.name = "path";
        node.attributes = { d: roundRectangle((name) => Number(attributes[name])) };
      },
    },
  }),
};

function roundRectangle(of: (attribute: string) => number): string {
  const r = of("rx");
  const [across, down] = [of("width") - 2 * r, of("height") - 2 * r];
  const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  return [
    `M${of("x") + r} ${of("y")}h${across}${corner(r, r)}v${down}${corner(-r, r)}`,
    `h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}Z`,
  ].join("");
}
