import { type EntryName, nameEntry } from "./name-entry.ts";
import { findNote, noteKey } from "./match-notes.ts";
import type { EntryPlace, LeftBehind, ZipEntry, ZipListing, ZipPhoto } from "./zip-photo.ts";

/** One zip: its entries, or why they cannot be listed. */
export type ListedZip = readonly ZipEntry[] | { readonly fault: string };

/** Finds photos and their notes in zips that belong together. A Takeout may have a photo in one zip and its note in the next. */
export function listPhotos(zips: readonly ListedZip[]): ZipListing {
  const named = zips.map((zip) => ("fault" in zip ? [] : zip.map((entry) => ({ entry, ...nameEntry(entry.path) }))));
  const notes = notesOf(named);
  const photos: ZipPhoto[] = [];
  const left: LeftBehind[] = [];
  const faults = zips.map((zip, number) => {
    if ("fault" in zip) return zip.fault;
    const found = named[number]!.filter(({ kind }) => kind === "photo");
    if (found.length > 0 && found.every(({ entry }) => entry.isLocked)) return locked;
    named[number]!.forEach(({ entry, kind, name, folder, type }, at) => {
      if (kind === "other") left.push({ name, reason: noPhoto });
      else if (kind === "photo" && entry.isLocked) left.push({ name, reason: "This file has a password." });
      else if (kind === "photo") {
        const note = findNote(notes.get(folder) ?? none, name);
        photos.push({ place: [number, at], name, size: entry.size, type, folder, ...(note && { note }) });
      }
    });
    const isLocked = zip.length > 0 && zip.every((entry) => entry.isLocked);
    return isLocked ? locked : found.length > 0 || isPartOf(named[number]!, zips.length) ? undefined : empty;
  });
  return { faults, photos, left, isTakeout: notes.size > 0 };
}

const none: ReadonlyMap<string, EntryPlace> = new Map();
const locked = "This zip has a password. Please unpack it first.";
const empty = "There are no photos in this zip.";
const noPhoto = "This is no photo or video that can be added here.";

/** The notes of each folder, over all zips. */
function notesOf(named: readonly (readonly EntryName[])[]): ReadonlyMap<string, Map<string, EntryPlace>> {
  const notes = new Map<string, Map<string, EntryPlace>>();
  named.forEach((entries, zip) =>
    entries.forEach(({ kind, name, folder }, at) => {
      if (kind !== "note") return;
      const here = notes.get(folder) ?? new Map<string, EntryPlace>();
      notes.set(folder, here.set(noteKey(name), [zip, at]));
    }),
  );
  return notes;
}

/** One zip of several of a Takeout may have nothing but notes. */
const isPartOf = (entries: readonly EntryName[], zips: number) =>
  zips > 1 && entries.some(({ kind }) => kind === "note");
