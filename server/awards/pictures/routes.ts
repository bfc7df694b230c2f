import { memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { type PainterParts, openPainter } from "../../media/painter/open-painter.ts";
import type { Database } from "../../schema/database.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { presentCards } from "../nights/cards.ts";
import { noNight } from "../nights/night.ts";
import { showStore } from "../nights/show-store.ts";
import { nightStore } from "../nights/store.ts";
import type { Picture } from "./layout.ts";
import { pictureOf } from "./pictures.ts";

interface Parts extends PainterParts {
  readonly database: Database;
}

/** For one network address; each picture takes processor time. */
const pictures = { limit: { max: 60, perMinutes: 1 } };

/** Mounts the pictures to share after a night. */
export function pictureRoutes(serve: Serve, parts: Parts) {
  const { database } = parts;
  const rights = rightsStore(database);
  const store = nightStore(database);
  const shows = showStore(database);
  const painter = openPainter<Picture>(new URL("worker.ts", import.meta.url), "pictures", parts);

  serve.file(
    "GET /api/trips/:id/night/pictures/:picture",
    async ({ viewer, params, query, reply }) => {
      const { tripId } = await memberOfTrip(rights, viewer.id, params.id);
      const [page, night] = await Promise.all([store.findPage(tripId, viewer.id), store.findNight(tripId)]);
      if (!page) throw notFound("trip_not_found");
      if (!night) throw noNight();
      if (!night.over_at || !night.cards) throw new Problem("conflict", "night_not_over");
      const { name: trip, squad } = page.trip;
      const cards = await presentCards(shows, night.cards);
      const picture = pictureOf(params.picture, cards, { shape: query.shape, trip, squad: squad?.name ?? null });
      const png = await painter.draw(picture, viewer.id);
      return reply.type("image/png").header("cache-control", "private, max-age=300").send(png);
    },
    pictures,
  );

  return { stop: painter.stop };
}
