import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { SentInvitation } from "#contract/invitations.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { sentInvitationsQuery } from "./queries.ts";

const shownAtFirst = 4;

const states: Readonly<Record<SentInvitation["mail"], string>> = {
  waiting: "On Its Way",
  sent: "Sent",
  undelivered: "Not Delivered",
  unwanted: "Wants No Mails",
};

/** The viewer's unused invitations to a squad or trip with the state of their mails, failures first. */
export function SentInvitations({ placeId }: { placeId: string }) {
  // A seat sends none.
  const { isSeat } = useMe();
  const { data, error, refetch, isFetching } = useQuery({ ...sentInvitationsQuery(placeId), enabled: !isSeat });
  const [all, setAll] = useState(false);
  if (!data && error)
    return (
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        <p role="alert" className="text-sm text-soft">
          The invitations you sent did not come through.
        </p>
        <Button size="sm" busy={isFetching && "Trying again..."} onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  if (!data || data.length === 0) return null;
  const sorted = data.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="sent-invitations" className="grid gap-2 border-t border-line pt-4">
      <h4 id="sent-invitations" className="font-bold">
        Invitations you sent
      </h4>
      <ul className="grid gap-2">
        {shown.map((invitation) => (
          <Sent key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {data.length > shownAtFirst && (
        <Button size="sm" className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show Less" : `Show All ${data.length}`}
        </Button>
      )}
    </section>
  );
}

const isFailed = ({ mail }: SentInvitation) => mail === "undelivered" || mail === "unwanted";

const Sent = ({ invitation }: { invitation: SentInvitation }) => (
  <li className="grid gap-1 rounded-tile border border-line px-3 py-2 text-sm">
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="font-semibold wrap-anywhere">{invitation.email}</span>
      {isFailed(invitation) ? (
        <span className="inline-flex min-h-7 items-center gap-1.5 font-bold text-alarm">
          <TriangleAlert aria-hidden="true" size={16} />
          {states[invitation.mail]}
        </span>
      ) : (
        <Chip>{states[invitation.mail]}</Chip>
      )}
    </span>
    {invitation.mail === "undelivered" && (
      <span className="wrap-anywhere text-soft">Could not be reached: {invitation.reason}</span>
    )}
    {invitation.mail === "unwanted" && <span className="text-soft">You can still send them the link yourself.</span>}
  </li>
);
