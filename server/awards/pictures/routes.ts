import { memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import type { ReadPictureOfTrip } from "../../media/objects/read-picture.ts";
import { type PainterParts, openPainter } from "../../media/painter/open-painter.ts";
import type { Database } from "../../schema/database.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { presentCards } from "../nights/cards.ts";
import { noNight } from "../nights/night.ts";
import { showStore } from "../nights/show-store.ts";
import { nightStore } from "../nights/store.ts";
import type { Task } from "./draw.ts";
import { openDrawn } from "./drawn.ts";
import { photosOf, pictureOf } from "./pictures.ts";
import { pictureStore } from "./store.ts";

interface Parts extends PainterParts {
  readonly database: Database;
  readonly readPictureOfTrip: ReadPictureOfTrip;
}

/** For one network address, which a whole crew may share: each opens a page with all pictures of the night. */
const pictures = { limit: { max: 240, perMinutes: 1 } };

/** Mounts the pictures to share after a night. */
export function pictureRoutes(serve: Serve, parts: Parts) {
  const { database, readPictureOfTrip } = parts;
  const rights = rightsStore(database);
  const nights = nightStore(database);
  const store = pictureStore(database);
  const shows = showStore(database);
  const painter = openPainter<Task>(new URL("worker.ts", import.meta.url), "pictures", parts);
  const draw = openDrawn(painter);

  serve.file(
    "GET /api/trips/:id/night/pictures/:picture",
    async ({ viewer, params, query, reply }) => {
      const { tripId } = await memberOfTrip(rights, viewer.id, params.id);
      const [occasion, night] = await Promise.all([store.findOccasion(tripId), nights.findNight(tripId)]);
      if (!occasion) throw notFound("trip_not_found");
      if (!night) throw noNight();
      if (!night.over_at || !night.cards) throw new Problem("conflict", "night_not_over");
      const cards = await presentCards(shows, night.cards);
      const picture = pictureOf(params.picture, cards, { ...occasion, shape: query.shape });
      const photos = await Promise.all(
        photosOf(picture).map(async ({ id, size }) => {
          const bytes = await readPictureOfTrip({ userId: viewer.id, tripId }, id, size);
          return bytes ? [[id, bytes.toString("base64")] as const] : [];
        }),
      );
      const task = { picture, photos: Object.fromEntries(photos.flat()), isPreview: query.size === "preview" };
      const png = await draw(task, viewer.id);
      return reply.type("image/png").header("cache-control", "private, max-age=300").send(png);
    },
    pictures,
  );

  return { stop: painter.stop };
}
