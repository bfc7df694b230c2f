import { z } from "zod";
import { SquadEdit } from "#contract/squads.ts";

const { photoUrl } = SquadEdit.shape;

/**
 * The settings of a squad as form values. The contract's rule for the cover is a union of three;
 * a form would show the first member's error instead of the union's sentence.
 */
export const SquadFields = SquadEdit.extend({
  photoUrl: z.string().superRefine((value, context) => {
    for (const { message } of photoUrl.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: "custom", message });
  }),
});
