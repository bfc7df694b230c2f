import { hash } from "node:crypto";
import { galleryStore } from "../../server/media/gallery/gallery-store.ts";
import { connect } from "../../server/schema/database.ts";
import { must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { Bench } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { type GalleryTrip, galleryTrips, seedGallery } from "../seed/gallery.ts";
import { idOf, tokenOf } from "../seed/keys.ts";

/** Times whole outlines in the database, which a page waits for whenever its gallery has changed. */
export async function measureOutline({ workspace, options }: Bench): Promise<Figure[]> {
  const dataDir = await workspace.dataDir("gallery", seedGallery(options));
  return workspace.onDataDir(dataDir, async ({ url }) => {
    const database = connect({ connectionString: url }, 1);
    const { outline } = galleryStore(database);
    const outlineOf = (trip: GalleryTrip) => async () => {
      const startedAt = performance.now();
      const found = await outline("trip", hash("sha256", tokenOf(1), "buffer"), idOf("trip", trip), {}, "UTC", null);
      must(String(found?.[1]).length > galleryTrips[trip], "An outline lacks photos");
      return performance.now() - startedAt;
    };
    try {
      const sides = { few: outlineOf(2), many: outlineOf(3) };
      await alternate(1, sides);
      const results = await alternate(options.rounds, sides);
      const figure = (side: keyof typeof sides, what: string, ms: number): Figure => ({
        row: 4,
        what: `outline of ${what}`,
        goal: { atMost: 1 },
        ratios: results.map((round) => round[side] / ms),
      });
      return [
        figure("few", "10 000 photos in the database, of 75 ms", 75),
        figure("many", "100 000 photos in the database, of 1 s", 1000),
      ];
    } finally {
      await database.close();
    }
  });
}
