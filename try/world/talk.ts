import { randomUUID } from "node:crypto";
import type { Door } from "./door.ts";
import { type Who, people } from "./people.ts";

/** What is said about the newest photos of a trip: the photo, who of the crew says it, and whom they name. */
const lines: readonly (readonly [photo: number, by: number, text: string, named?: number])[] = [
  [0, 1, "Frame this one."],
  [0, 2, "That is my board, by the way."],
  [0, 0, "@ when do I get it back?", 2],
  [1, 2, "Who took this? I look tall."],
  [1, 1, "The spot, for next year: https://www.openstreetmap.org/"],
  [3, 0, "No comment.\n\nFine, one: wow."],
];
const reactions = [
  [0, 1, "🔥"],
  [0, 2, "🏄"],
  [1, 0, "😂"],
  [2, 1, "😮"],
  [3, 2, "👏"],
] as const;

/** Has the crew of a trip talk about its newest photos. */
export async function addTalk(
  doors: Readonly<Record<Who, Door>>,
  idOf: (who: Who) => string,
  tripId: string,
  crew: readonly Who[],
): Promise<void> {
  const { media } = (await doors[crew[0]!].call("GET", `/api/trips/${tripId}`)) as { media: readonly { id: string }[] };
  const about = (photo: number) => `/api/media/${media[photo]!.id}`;
  for (const [photo, by, text, named] of lines) {
    const mentioned = named === undefined ? undefined : crew[named]!;
    const name = mentioned && `@${people[mentioned].firstName} ${people[mentioned].lastName}`;
    await doors[crew[by]!].call("POST", `${about(photo)}/comments`, {
      key: randomUUID(),
      text: name ? text.replace("@", `${name},`) : text,
      mentions: mentioned ? [idOf(mentioned)] : [],
    });
  }
  for (const [photo, by, emoji] of reactions) await doors[crew[by]!].call("PUT", `${about(photo)}/reaction`, { emoji });
}
