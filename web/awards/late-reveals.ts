import { late } from "../ui/late.tsx";

export const RevealWatch = late(async () => (await import("./reveal-watch.tsx")).RevealWatch);
