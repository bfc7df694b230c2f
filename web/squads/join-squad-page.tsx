import { usePageTitle } from "../core/page-title.ts";
import { JoinCard } from "./join-card.tsx";
import { InviteFrame, useInviteCode } from "./invite-frame.tsx";

/** The page of an invite link for visitors: the squad, and the way to sign in and join. */
export function JoinSquadPage({ params: { id } }: { params: { id: string } }) {
  usePageTitle("Join the Squad");
  return (
    <InviteFrame>
      <JoinCard id={id} invite={useInviteCode()} />
    </InviteFrame>
  );
}
