import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Painter } from "../../media/painter/open-painter.ts";
import type { Task } from "./draw.ts";

/** Enough for the previews of a few nights that groups look at in the same minutes. */
const maxBytes = 16 * 1024 * 1024;
const lifeMs = 5 * 60_000;

/**
 * Draws pictures, and keeps them in memory for five minutes: after a show the whole crew opens the same page. Requests for the same picture at
 * once share the work. The caller has checked that the person `who` may see each photo of it.
 */
export function openDrawn(painter: Pick<Painter<Task>, "draw">): Painter<Task>["draw"] {
  const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    ttl: lifeMs,
    ttlAutopurge: true,
    perf: Date,
    // A picture that expires or makes room while it is drawn is still sent.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context: draw }) => draw(),
  });
  return async (task, who) => {
    const draw = () => painter.draw(task, who);
    return (await cache.fetch(keyOf(task), { context: draw })) ?? draw();
  };
}

/** The bytes of a photo never change, so its id is enough. */
const keyOf = ({ picture, photos, isPreview }: Task): string =>
  hash("sha256", JSON.stringify([picture, Object.keys(photos).toSorted(), isPreview]), "base64url");
