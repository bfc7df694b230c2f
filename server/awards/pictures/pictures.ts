import type { Category } from "#contract/categories.ts";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { NightCard } from "#contract/nights.ts";
import type { Face } from "#contract/people.ts";
import type { PictureShape } from "#contract/picture-sizes.ts";
import { plural, pluralOfPlace } from "#contract/locale.ts";
import { notFound } from "../../platform/http/problem.ts";
import { maxMedalists } from "./medals.ts";
import { type Picture, type PictureFace, type Proof, maxBeside } from "./picture.ts";
import { facePaints } from "#contract/paints.ts";

/** What a picture shows besides its card. */
export interface Surroundings {
  readonly shape: PictureShape;
  readonly trip: string;
  readonly squad: string | null;
  /** Without faces, a picture has letters and words alone: the photo of a proof shows people too. */
  readonly showsFaces: boolean;
}

/**
 * The picture of an award's winner, or with `medals` of the medal table, from the cards of a night. 404 for an award that nobody won or
 * that the night did not have.
 */
export function pictureOf(
  what: string,
  cards: readonly NightCard[],
  { shape, trip, squad, showsFaces }: Surroundings,
): Picture {
  const around = { shape, trip, squad };
  const faceOf = (person: Face | null) => pictureFaceOf(person, showsFaces);
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
  const won = cards.flatMap(wonOn).find(({ category }) => category.id === what);
  if (!won) throw notFound("award_not_found");
  const { category, winners, titlesInRow, takesItFrom, receipt } = won;
  const { name, icon, color } = category;
  return {
    kind: "winner",
    ...around,
    award: { name, icon, color },
    winners: winners.map(faceOf),
    line: lineOf(titlesInRow, takesItFrom, winners.length),
    proof: proofOf(receipt, showsFaces),
  };
}

type Won = Pick<Extract<NightCard, { kind: "place" }>, "winners" | "titlesInRow" | "takesItFrom" | "receipt"> & {
  readonly category: Pick<Category, "id" | "name" | "icon" | "color">;
};

/** The awards that somebody has won by a card. Awards that were out before the night share one. */
function wonOn(card: NightCard): readonly Won[] {
  if (card.kind === "place") return card.rank === 1 ? [card] : [];
  if (card.kind !== "crowned") return [];
  return card.awards
    .filter(({ winners }) => winners.length > 0)
    .map((award) => ({ ...award, titlesInRow: null, takesItFrom: [], receipt: null }));
}

/** The photos that a picture would show, and in which size it needs them. */
export function photosOf(picture: Picture): readonly { readonly id: string; readonly size: "thumb" | "medium" }[] {
  const isWinner = picture.kind === "winner";
  const faces = isWinner ? picture.winners.slice(0, maxBeside) : picture.medals.slice(0, maxMedalists[picture.shape]);
  const size = isWinner ? "medium" : "thumb";
  const proof = isWinner && picture.proof && "photo" in picture.proof ? [picture.proof.photo] : [];
  const ids = new Set([...faces.flatMap(({ photo }) => photo ?? []), ...proof]);
  return [...ids].map((id) => ({ id, size }));
}

/** First names only: a picture leaves the squad. */
const pictureFaceOf = (person: Face | null, showsFaces: boolean): PictureFace =>
  person
    ? {
        name: person.firstName,
        paint: paintOf(person.id),
        photo: showsFaces ? (person.profileImageUrl?.replace("/objects/", "") ?? null) : null,
      }
    : { name: formerCrewMember, paint: 0, photo: null };

/** The same person has the same colour on all pictures. */
const paintOf = (id: string) => Number.parseInt(id.slice(-4), 16) % facePaints.length;

function proofOf(receipt: Extract<NightCard, { kind: "place" }>["receipt"], showsFaces: boolean): Proof | null {
  if (receipt?.photo) return showsFaces ? { photo: receipt.photo.id } : null;
  return receipt?.text ? { text: receipt.text } : null;
}

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
