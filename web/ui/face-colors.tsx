import { type ReactNode, createContext, use, useMemo } from "react";
import { pickById } from "#contract/pick-by-id.ts";

export const faceColors = ["bg-face-1", "bg-face-2", "bg-face-3", "bg-face-4", "bg-face-5", "bg-face-6"] as const;
type FaceColor = (typeof faceColors)[number];

/**
 * Deals a colour to each member of a crew, in the order in which they joined: their own by id, or the next one that is free. All are
 * free again once each is dealt. A person who joins changes no other's colour.
 */
export function dealFaceColors(ids: readonly string[]): Map<string, FaceColor> {
  const dealt = new Map<string, FaceColor>();
  let free: readonly FaceColor[] = [];
  for (const id of ids) {
    if (free.length === 0) free = faceColors;
    const own = faceColors.indexOf(pickById(id, faceColors));
    const color = [...faceColors.slice(own), ...faceColors].find((one) => free.includes(one))!;
    dealt.set(id, color);
    free = free.filter((one) => one !== color);
  }
  return dealt;
}

const Dealt = createContext<ReadonlyMap<string, FaceColor>>(new Map());

/** Gives the faces of a crew different colours in all that it holds. `crew` is in the order of joining. */
export function CrewColors({
  crew = [],
  children,
}: {
  crew: readonly { readonly userId: string }[] | undefined;
  children: ReactNode;
}) {
  const dealt = useMemo(() => dealFaceColors(crew.map(({ userId }) => userId)), [crew]);
  return <Dealt value={dealt}>{children}</Dealt>;
}

/** The colour of a face in its crew, or elsewhere the one of its id. */
export const useFaceColor = (id: string): FaceColor => use(Dealt).get(id) ?? pickById(id, faceColors);
