import { NeedsAccount } from "../../accounts/seat/needs-account.tsx";
import { Card } from "../../ui/card.tsx";
import type { Ballot } from "../queries.ts";

/** Tells a seat that cannot vote yet what it can do. */
export const ToBeConfirmed = ({ squad, admins }: NonNullable<Ballot["toBeConfirmed"]>) => (
  <Card className="grid gap-3 p-5">
    <NeedsAccount text="Keep your seat, and you can vote here." />
    {admins.length > 0 && (
      <p>
        Or ask an admin of {squad} to confirm you: <span className="font-semibold">{admins.join(", ")}</span>
      </p>
    )}
  </Card>
);
