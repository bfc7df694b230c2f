// Decision 107: why a document may bring style rules.
import { compileSheet, encodePlan } from "beasties/compiler";
import type { Plugin } from "vite";

/** Writes `.vite/rules.json`, the style sheet of all pages in the form from which `server/pages/first/rules.ts` takes what a page uses. */
export const styleRules = (): Plugin => ({
  name: "style-rules",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const entry = Object.values(bundle).find((part) => part.type === "chunk" && part.isEntry);
      const [fileName = ""] = (entry?.type === "chunk" && entry.viteMetadata?.importedCss) || [];
      const file = bundle[fileName];
      if (file?.type !== "asset") throw new Error("The entry has no style sheet");
      const sheet = compileSheet(String(file.source), { href: `/${fileName}` });
      for (const rule of sheet.rules) {
        // Beasties does not see fonts behind `var()`.
        if (rule.fontFace) {
          delete rule.fontFace;
          rule.always = true;
        }
        // It ends `@property` with a semicolon, and browsers skip the rule that follows one.
        if (rule.css) rule.css = rule.css.replace(/\};$/, "}");
      }
      this.emitFile({ type: "asset", fileName: ".vite/rules.json", source: JSON.stringify(encodePlan(sheet)) });
    },
  },
});
