import { checkedAnswer, must } from "../answers.ts";
import type { Figure } from "../figure.ts";
import type { LoadRequest } from "../load/job.ts";
import { type Bench, type Measured, runBoth, throughput } from "../pair.ts";
import { alternate } from "../rounds.ts";
import { type GalleryTrip, firstPhotoOf, galleryTrips, galleryTripsOf, seedGallery } from "../seed/gallery.ts";
import { seededRandom, idOf, tokenOf } from "../seed/keys.ts";
import { takenAt } from "../seed/squads.ts";

const page = 50;
const depths = 400;

/** A seeded random position in a trip's gallery with a full page after it: the number of the photo before that page. */
function somewhere(trip: GalleryTrip, n: number): number {
  const last = galleryTrips[trip];
  return page + 1 + Math.floor(seededRandom(trip, n) * (last - page));
}

const ourPath = (trip: GalleryTrip, photo: number) => {
  const cursor = `${takenAt(photo).getTime()}_${idOf("media", firstPhotoOf(trip) + photo)}`;
  return `/api/trips/${idOf("trip", trip)}/media?limit=${page}&cursor=${cursor}`;
};

const barePath = (trip: GalleryTrip, photo: number) =>
  `/page/${idOf("trip", trip)}?taken=${takenAt(photo).toJSON()}&id=${idOf("media", firstPhotoOf(trip) + photo)}`;

const numbers = Array.from({ length: depths }, (_, n) => n);

/** Compares pages of 50 at random positions in trips of very different sizes with each other, and with the bare page. */
export async function measureGallery(bench: Bench): Promise<Figure[]> {
  const { rounds, roundMs } = bench.options;
  const trips = galleryTripsOf(bench.options);
  const dataDir = await bench.workspace.dataDir("gallery", seedGallery(bench.options));
  return bench.workspace.onDataDir(dataDir, (site) =>
    runBoth(bench, site, async ({ bare, ours, load }) => {
      const job = (requests: LoadRequest[]) => ({
        requests,
        connections: 32,
        forMs: roundMs,
        expect: { status: 200, bytes: page * 150 },
      });
      const our = (trip: GalleryTrip) => () =>
        load(
          ours,
          job(
            numbers.map((n) => ({
              method: "GET",
              path: ourPath(trip, somewhere(trip, n)),
              token: tokenOf(1 + (n % 8)),
            })),
          ),
        );
      const barePage = (trip: GalleryTrip) => () =>
        load(bare, job(numbers.map((n) => ({ method: "GET", path: barePath(trip, somewhere(trip, n)) }))));
      const largest = trips.at(-1)!;
      const sides: Record<string, () => Promise<Measured>> = Object.fromEntries([
        ["bare", barePage(largest)],
        ...trips.map((trip) => [String(trip), our(trip)] as const),
      ]);

      await check(ours.port, trips);
      await alternate(1, sides);
      const results = await alternate(rounds, sides);
      await check(ours.port, trips);
      const figure = (what: string, atLeast: number, one: string, other: string) =>
        throughput(
          3,
          what,
          { atLeast },
          results.map((round) => ({ ours: round[one]!, theirs: round[other]! })),
        );
      return [
        ...trips
          .slice(1)
          .map((trip) => figure(`page at depth, ${words(trip)} photos ÷ 100 photos`, 0.95, String(trip), "1")),
        figure(`page of ${words(largest)} photos ÷ bare 50-row page`, 0.9, String(largest), "bare"),
      ];
    }),
  );
}

const words = (trip: GalleryTrip) => galleryTrips[trip].toLocaleString("en").replaceAll(",", " ");

/** Throws unless each page shows exactly the fifty photos after its cursor, in order. */
async function check(port: number, trips: readonly GalleryTrip[]) {
  for (const trip of trips) {
    for (const n of [0, 7, depths - 1]) {
      const photo = somewhere(trip, n);
      const shown = await checkedAnswer(port, "GET /api/trips/:id/media", ourPath(trip, photo), tokenOf(5));
      const expected = Array.from({ length: page }, (_, i) => idOf("media", firstPhotoOf(trip) + photo - 1 - i));
      must(
        shown.length === page && shown.every(({ id }, i) => id === expected[i]),
        `The gallery of ${words(trip)} photos shows a wrong page`,
      );
    }
  }
}
