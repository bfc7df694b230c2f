// Decision 107: why a document may bring style rules.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CompactPlan } from "beasties/runtime";

/** Returns the style rules that a drawn page uses, as CSS. */
export type RulesOf = (page: string) => Promise<string>;

/**
 * Reads what `vite.rules.ts` wrote about the style sheet into the web folder `dir`, at the first page. `document` is the one around all
 * pages. Without a build (tests), there are no rules.
 */
export function openRules(dir: string, document: string): RulesOf {
  const file = path.join(dir, ".vite/rules.json");
  if (!existsSync(file)) return async () => "";
  let loading: Promise<(page: string) => string> | undefined;
  return async (page) => (await (loading ??= load()))(document.replace("<!--page-->", () => page));

  async function load() {
    const { createProcessor } = await import("beasties/runtime");
    const processor = createProcessor([JSON.parse(readFileSync(file, "utf8")) as CompactPlan]);
    return (whole: string) => processor.extract(whole).css;
  }
}
