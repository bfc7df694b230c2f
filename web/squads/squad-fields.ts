import { z } from "zod";
import { SquadEdit } from "#contract/squads.ts";

const { photoUrl } = SquadEdit.shape;

/**
 * The settings of a squad as a form holds them. The contract's rule for the cover is a choice of three forms;
 * a form would show what the first of them complains about instead of the sentence for all.
 */
export const SquadFields = SquadEdit.extend({
  photoUrl: z.string().superRefine((value, context) => {
    for (const { message } of photoUrl.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: "custom", message });
  }),
});
