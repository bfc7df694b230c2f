import { buildIfChanged, isBuilt } from "./build.mjs";
import { installInStep, isInstalled } from "./install.mjs";

/** Installs and builds what this clone lacks, and says which step of how many it does. */
export async function prepare() {
  const steps = [
    [isInstalled, installInStep],
    [isBuilt, buildIfChanged],
  ].filter(([isDone]) => !isDone());
  for (const [index, [, take]] of steps.entries())
    await take(steps.length === 1 ? "" : `Step ${index + 1} of ${steps.length}: `);
}
