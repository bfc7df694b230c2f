import type { Person } from "#contract/people.ts";
import { fullNameOf } from "../ui/avatar.tsx";

/** The `people` whose names contain all of `words`, ignoring case and accents. */
export function findPeople<P extends { readonly user: Person }>(people: readonly P[], words: string): readonly P[] {
  const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return people.filter(({ user }) => wanted.every((word) => plain(fullNameOf(user)).includes(word)));
}
