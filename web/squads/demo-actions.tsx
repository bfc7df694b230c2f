import { Eraser, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { demoDays } from "#contract/demo-days.ts";
import { formatDay } from "../core/calendar.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../core/link.tsx";
import { paths } from "../core/paths.ts";
import { onDemand } from "../ui/on-demand.tsx";
import type { SquadActionsProps } from "./squad-actions-props.ts";

const RemoveDemoDialog = onDemand(async () => (await import("./remove-demo-dialog.tsx")).RemoveDemoDialog);

const dayMs = 24 * 3600 * 1000;
const endOf = (createdAt: string) => new Date(Date.parse(createdAt) + demoDays * dayMs).toISOString();

/** The actions of an example squad: it takes no invitations and is removed instead of left. */
export function DemoActions({ overview: { squad }, hints, onOpen }: SquadActionsProps) {
  const [removing, setRemoving] = useState(false);
  return (
    <div className="grid gap-4">
      <p className="max-w-2xl text-soft">
        Only you see this squad. Its people are invented, and nothing you try here counts anywhere. It disappears on{" "}
        {formatDay(endOf(squad.createdAt))}, unless you add a photo.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.createSquad} look="primary" icon={<Plus aria-hidden="true" size={20} />}>
          Create Your Squad
        </ButtonLink>
        <Button icon={<Plus aria-hidden="true" size={20} />} onClick={() => onOpen("trip")} {...hints.trip}>
          New Trip
        </Button>
        <Button icon={<Pencil aria-hidden="true" size={18} />} onClick={() => onOpen("edit")} {...hints.edit}>
          Edit Squad
        </Button>
        <Button
          icon={<Eraser aria-hidden="true" size={18} />}
          onClick={() => setRemoving(true)}
          {...RemoveDemoDialog.hint}
        >
          Remove Demo
        </Button>
      </div>
      <RemoveDemoDialog squad={squad} open={removing} onOpenChange={setRemoving} />
    </div>
  );
}
