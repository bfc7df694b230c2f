import { Check, Medal, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { TripOpening } from "../../core/link.tsx";
import { UploadButton } from "../../media/uploads/upload-button.tsx";
import type { TripOverview } from "../../trips/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

/** The first three steps of a new trip, each one tap away and ticked when it is done. */
export function TripStart({
  trip,
  open,
}: {
  trip: TripOverview["trip"];
  /** Opens a dialog of the trip's page. */
  open: (opening: TripOpening) => void;
}) {
  return (
    <Card className="grid content-start gap-4 p-5">
      <h2 className="title text-2xl">Get This Trip Going</h2>
      <ul className="grid gap-2 sm:grid-cols-3">
        <Step isDone={trip.memberCount > 1} label="Bring Somebody">
          <Button className="w-full" icon={<UserPlus {...icon} />} onClick={() => open("invite")}>
            Bring Somebody
          </Button>
        </Step>
        <Step isDone={trip.categoryCount > 0} label="Pick Ten Awards">
          <Button className="w-full" icon={<Medal {...icon} />} onClick={() => open("categories")}>
            Pick Ten Awards
          </Button>
        </Step>
        <Step isDone={trip.photoCount + trip.videoCount > 0} label="First Photo">
          <UploadButton scope={{ tripId: trip.id }} label="First Photo" size="md" className="w-full" />
        </Step>
      </ul>
    </Card>
  );
}

const icon = { "aria-hidden": true, size: 18, className: "shrink-0" } as const;

/** A step with its button, or its name with a tick. */
const Step = ({ isDone, label, children }: { isDone: boolean; label: string; children: ReactNode }) => (
  <li>
    {isDone ? (
      <p className="flex min-h-12 items-center justify-center gap-2.5 font-bold text-soft">
        <Check {...icon} />
        {label}
        <span className="sr-only">, done</span>
      </p>
    ) : (
      children
    )}
  </li>
);
