import { useSyncExternalStore } from "react";
import { createStore } from "../../ui/store.ts";
import { type MediaScope, scopeKey } from "../queries.ts";
import { newId } from "./new-id.ts";

/** A file that a person has chosen. Nothing of it is sent before they start the upload. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly caption: string;
}

/** The choice for one trip or squad. Choosing for another one begins anew. */
interface Choice {
  readonly album: string;
  readonly files: readonly ChosenFile[];
}

const choice = createStore<Choice>({ album: "", files: [] });
const none: readonly ChosenFile[] = [];

const albumOf = (scope: MediaScope) => scopeKey(scope).join();
const filesOf = (album: string) => (choice.current().album === album ? choice.current().files : none);
const change = (to: (files: readonly ChosenFile[]) => readonly ChosenFile[]) => {
  const { album, files } = choice.current();
  choice.set({ album, files: to(files) });
};

/** Adds files to the choice for a trip or squad. */
export function chooseFiles(scope: MediaScope, files: readonly File[]): void {
  const album = albumOf(scope);
  choice.set({ album, files: [...filesOf(album), ...files.map((file) => ({ id: newId(), file, caption: "" }))] });
}

export const setCaption = (id: string, caption: string): void =>
  change((files) => files.map((one) => (one.id === id ? { ...one, caption } : one)));

/** Keeps only these files. */
export const keepChosen = (isKept: (chosen: ChosenFile) => boolean): void => change((files) => files.filter(isKept));

/** Calls `tell` with the chosen files after each change of the choice. Returns a function that stops this. */
export const watchChosen = (tell: (files: ReadonlySet<File>) => void): (() => unknown) =>
  choice.subscribe(() => tell(new Set(choice.current().files.map(({ file }) => file))));

/** The files that are chosen for a trip or squad. */
export function useChosenFiles(scope: MediaScope): readonly ChosenFile[] {
  const album = albumOf(scope);
  return useSyncExternalStore(choice.subscribe, () => filesOf(album));
}
