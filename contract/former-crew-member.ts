/** The name of a person whose account was deleted. */
export const formerCrewMember = "Former crew member";
