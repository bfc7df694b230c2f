import { z } from "zod";
import { SquadEdit } from "#contract/squads.ts";

const { photoUrl } = SquadEdit.shape;

/**
 * The settings of a squad as form values. The contract's schema for the cover is a union, and a form would show
 * the error of its first option; this schema passes on the union's own sentence.
 */
export const SquadFields = SquadEdit.extend({
  photoUrl: z.string().superRefine((value, context) => {
    for (const { message } of photoUrl.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: "custom", message });
  }),
});
