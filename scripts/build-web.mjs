import { buildInStep } from "./build.mjs";

await buildInStep();
