import type { PictureShape } from "#contract/picture-sizes.ts";

/** A person on a picture, by their first name alone. */
export interface PictureFace {
  readonly name: string;
  /** Which of the colours of faces it has. */
  readonly paint: number;
  /** The id of their profile photo. Null shows the first letter of the name. */
  readonly photo: string | null;
}

/** What proves an award: a photo by its id, or a text. */
export type Proof = { readonly photo: string } | { readonly text: string };

interface Occasion {
  readonly shape: PictureShape;
  readonly trip: string;
  /** Null for a trip without a squad. */
  readonly squad: string | null;
}

/** The winner of an award. Ties have several. */
export interface WinnerPicture extends Occasion {
  readonly kind: "winner";
  readonly award: { readonly name: string; readonly icon: string; readonly color: string };
  readonly winners: readonly PictureFace[];
  /** A line below the names, such as "3rd title in a row". */
  readonly line: string | null;
  readonly proof: Proof | null;
}

/** A person with their medals of a night. */
export interface Medalist extends PictureFace {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/** The medal table of a night, best first. */
export interface MedalsPicture extends Occasion {
  readonly kind: "medals";
  readonly medals: readonly Medalist[];
}

export type Picture = WinnerPicture | MedalsPicture;

/** How many faces stand beside one another, as tied winners or on top of the medal table. */
export const maxBeside = 3;
