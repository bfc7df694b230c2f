import { fullNameOf } from "./avatar.tsx";

type Named = Parameters<typeof fullNameOf>[0];

/** Returns a function that names each of these people by their first name, and those who share it with another by their full name. */
export function shortNames(people: readonly Named[]): (person: Named) => string {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { firstName } of people) (once.has(firstName) ? twice : once).add(firstName);
  return (person) => (twice.has(person.firstName) ? fullNameOf(person) : person.firstName);
}
