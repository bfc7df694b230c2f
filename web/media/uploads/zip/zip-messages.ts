import type { Note } from "./read-note.ts";
import type { ZipListing, ZipPhoto } from "./zip-photo.ts";

/** A zip, under the name by which the worker knows it again. */
export interface NamedZip {
  readonly key: string;
  readonly file: Blob;
}

/** What the page asks the worker. */
export type ZipQuestion =
  | { readonly kind: "list"; readonly zips: readonly NamedZip[] }
  | {
      readonly kind: "open";
      readonly zips: readonly NamedZip[];
      readonly photo: Pick<ZipPhoto, "place" | "note" | "type">;
    };

/** A photo with what its note says. */
export interface OpenedPhoto extends Note {
  readonly file: Blob;
}

/** The worker's answer; `fault` is a sentence for people. */
export interface ZipAnswer {
  readonly id: number;
  readonly listing?: ZipListing;
  readonly opened?: OpenedPhoto;
  readonly fault?: string;
}
