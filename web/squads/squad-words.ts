import { plural } from "#contract/locale.ts";

/** "8 members", "1 member" */
export const membersOf = ({ memberCount }: { readonly memberCount: number }): string =>
  plural(memberCount, { one: `${memberCount} member`, other: `${memberCount} members` });

/** "3 adventures", "1 adventure" */
export const adventuresOf = ({ tripCount }: { readonly tripCount: number }): string =>
  plural(tripCount, { one: `${tripCount} adventure`, other: `${tripCount} adventures` });
