import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { PersonInBooks } from "#contract/costs.ts";
import type { Face } from "../../ui/avatar.tsx";
import { shortNames } from "../../ui/short-names.ts";

/** The face of somebody in the books. */
export const faceOf = ({ id, user }: PersonInBooks): Face =>
  user ?? { id, firstName: formerCrewMember, lastName: "", profileImageUrl: null };

/** Returns a function that names people in the books by their id: "You", a first name, or a full name where two share the first. */
export function namesIn(people: readonly PersonInBooks[], me: string): (id: string) => string {
  const short = shortNames(people.map(faceOf));
  const names = new Map(people.map((one) => [one.id, one.user?.id === me ? "You" : short(faceOf(one))]));
  return (id) => names.get(id) ?? formerCrewMember;
}
