import sharp from "sharp";
import { openBlobs, toldPlace } from "../../platform/blobs/open-blobs.ts";
import type { Message } from "../../media/processes/child.ts";
import { inspect } from "../../media/inspect/inspect.ts";
import { render } from "../../media/renditions/render.ts";
import { slots } from "../../media/processes/slots.ts";
import { largerRenditions } from "../../media/renditions/renditions.ts";
import { draw } from "./drawing/draw.ts";
import type { DrawTask, Drawn } from "./reel.ts";

/*
 * The process that draws the photos of the demo: told by its environment where the blobs are. What it draws goes the way of any upload:
 * into the store, looked into, and made smaller. It ends with the process that started it.
 */
const blobs = openBlobs(toldPlace());
const pixels = slots(2);
// Strangers' SVG is refused wherever photos are read; this one is our own.
sharp.unblock({ operation: ["VipsForeignLoadSvg"] });

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", ({ id, task }: { id: number; task: DrawTask }) => {
  const answer = (message: Message<Drawn>) => process.send?.(message);
  make(task).then(
    (drawn) => answer({ id, answer: drawn }),
    (error: unknown) =>
      answer({ id, fault: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});

async function make({ id, shot }: DrawTask): Promise<Drawn> {
  await blobs.put(`${id}/original`, await draw(shot));
  const found = await blobs.withFile(`${id}/original`, async (path) => inspect(path));
  if (!found || "code" in found) throw new Error(`The drawing of ${shot.view} is no photo`);
  const sizes = [...largerRenditions(found), "thumb"] as const;
  const { placeholder } = await render(
    { blobs, pixels, ffmpeg: null },
    { id, sizes, type: "image/jpeg", source: "picture", isAnimated: false, hash: true },
  );
  return { found, placeholder: placeholder! };
}
