// Decision 080: why the server draws pictures in a process of its own.
import { fileURLToPath } from "node:url";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { NightCard } from "#contract/nights.ts";
import type { Face } from "#contract/people.ts";
import type { PictureShape } from "#contract/titles.ts";
import { plural, pluralOfPlace } from "#contract/locale.ts";
import { openChild } from "../../media/processes/child.ts";
import type { Sandbox } from "../../media/processes/sandbox.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Picture, PictureFace } from "./layout.ts";
import { facePaints } from "#contract/paints.ts";

/** As the processes that render photos: what sharp takes for a picture of this size, and the programs in WebAssembly. */
const memoryBytes = 1024 * 1024 * 1024;
/** A picture takes half a second; the clock counts a machine that has much else to do. */
const deadlineMs = 30_000;
const idleMs = 15_000;

/** Draws pictures in a process that starts with the first one and ends when it is idle. */
export interface Pictures {
  /** Resolves with a PNG. A person waits for their own pictures, one at a time; people take turns. */
  draw(picture: Picture, person: string): Promise<Buffer>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** `hidden` is a folder that the process cannot see. */
export function openPictures(hidden: string, log: (line: string) => void, sandbox: Sandbox): Pictures {
  const child = openChild<Picture, string>({
    module: fileURLToPath(new URL("worker.ts", import.meta.url)),
    args: ["pictures"],
    permissions: { hidden: [hidden], read: [], write: [], mayLoadAddons: true },
    sandbox,
    atOnce: 1,
    idleMs,
    memoryBytes,
    log,
  });
  return {
    async draw(picture, person) {
      const png = await child.run(picture, { deadlineMs, person }).catch((error: unknown) => {
        log(`A picture could not be drawn: ${error instanceof Error ? error.message : String(error)}`);
        throw new Problem("unavailable", "picture_not_drawn");
      });
      return Buffer.from(png, "base64");
    },
    stop: () => child.stop(2000),
  };
}

/** What a picture shows besides its card. */
export interface Surroundings {
  readonly shape: PictureShape;
  readonly trip: string;
  readonly squad: string | null;
}

/**
 * The picture of an award's winner, or with `medals` of the medal table, from the cards of a night. 404 for an award that nobody won or
 * that the night did not have.
 */
export function pictureOf(what: string, cards: readonly NightCard[], { shape, trip, squad }: Surroundings): Picture {
  const around = { shape, trip, squad };
  if (what === "medals") {
    const last = cards.find((card) => card.kind === "final");
    const medals = (last?.medals ?? []).map(({ user, gold, silver, bronze }) => ({
      ...faceOf(user),
      gold,
      silver,
      bronze,
    }));
    return { kind: "medals", ...around, medals };
  }
  const won = cards.find((card) => card.kind === "place" && card.rank === 1 && card.category.id === what);
  if (won?.kind !== "place") throw notFound("award_not_found");
  const { category, winners, titlesInRow, takesItFrom } = won;
  const { name, icon, color } = category;
  return {
    kind: "winner",
    ...around,
    award: { name, icon, color },
    winners: winners.map(faceOf),
    line: lineOf(titlesInRow, takesItFrom, winners.length),
  };
}

/** First names only: a picture leaves the squad. */
const faceOf = (person: Face | null): PictureFace =>
  person ? { name: person.firstName, paint: paintOf(person.id) } : { name: formerCrewMember, paint: 0 };

/** The same person has the same colour on all pictures. */
const paintOf = (id: string) => Number.parseInt(id.slice(-4), 16) % facePaints.length;

function lineOf(titlesInRow: number | null, takesItFrom: readonly (Face | null)[], winners: number): string | null {
  if (titlesInRow !== null && titlesInRow > 1)
    return pluralOfPlace(titlesInRow, {
      one: `${titlesInRow}st title in a row`,
      two: `${titlesInRow}nd title in a row`,
      few: `${titlesInRow}rd title in a row`,
      other: `${titlesInRow}th title in a row`,
    });
  if (takesItFrom.length === 1) {
    const name = takesItFrom[0]?.firstName ?? formerCrewMember;
    return plural(winners, { one: `Takes it from ${name}`, other: `Take it from ${name}` });
  }
  return winners > 1 ? `Shared by ${winners}` : null;
}
