import { useEffect, useRef } from "react";
import { NeedsAccount } from "../accounts/seat/needs-account.tsx";
import { serverTextOf } from "../core/api.ts";
import { useMe } from "../core/viewer.ts";
import { usePageTitle } from "../core/page-title.ts";
import { Spinner } from "../ui/button.tsx";
import { InviteFrame, useInviteCode } from "./invite-frame.tsx";
import { JoinFailed } from "./join-failed.tsx";
import { useJoin } from "./use-join.ts";

/** The page of an invite link for signed-in people, who join at once. */
export function JoiningPage({ params: { id } }: { params: { id: string } }) {
  usePageTitle("Join the Squad");
  return (
    <InviteFrame>
      <Joining key={id} id={id} invite={useInviteCode()} />
    </InviteFrame>
  );
}

function Joining({ id, invite }: { id: string; invite: string | undefined }) {
  const { mutate, error, isError, isIdle } = useJoin(id, { invite, joined: "Squad Joined!", replace: true });
  const { isSeat } = useMe();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);

  if (isError && isSeat)
    return (
      <div className="grid gap-4 py-8">
        <h1 className="title text-3xl">Join Failed</h1>
        <NeedsAccount text={serverTextOf(error) ?? "Failed to join squad. Please try again."} />
      </div>
    );
  if (isError) return <JoinFailed error={error} onRetry={() => mutate()} />;
  return (
    <output className="grid justify-items-center gap-4 py-16 text-center">
      <Spinner className="text-4xl text-focus" />
      <span className="title text-2xl">{isIdle ? "Checking authentication..." : "Joining Squad..."}</span>
    </output>
  );
}
