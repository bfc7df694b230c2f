/** Those that are one's own, then the others, in their order. */
export const ownFirst = <T>(all: readonly T[], isOwn: (one: T) => boolean): readonly T[] => [
  ...all.filter(isOwn),
  ...all.filter((one) => !isOwn(one)),
];
