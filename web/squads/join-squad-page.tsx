import { useEffect, useRef } from "react";
import { useQueryString } from "../core/location.ts";
import { usePageTitle } from "../core/page-title.ts";
import { Spinner } from "../ui/button.tsx";
import { useViewer } from "../core/viewer.ts";
import { JoinCard } from "./join-card.tsx";
import { JoinFailed } from "./join-failed.tsx";
import { useJoin } from "./use-join.ts";

/** The page of an invite link: visitors see the squad, signed-in people join at once. */
export function JoinSquadPage({ params: { id } }: { params: { id: string } }) {
  usePageTitle("Join the Squad");
  const viewer = useViewer();
  const invite = new URLSearchParams(useQueryString()).get("invite") ?? undefined;
  return (
    <div className="mx-auto grid max-w-xl gap-6 px-4 py-10 sm:px-8">
      {viewer ? <Joining key={id} id={id} invite={invite} /> : <JoinCard id={id} invite={invite} />}
    </div>
  );
}

function Joining({ id, invite }: { id: string; invite: string | undefined }) {
  const { mutate, error, isError, isIdle } = useJoin(id, { invite, joined: "Squad Joined!", replace: true });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);

  if (isError) return <JoinFailed error={error} onRetry={() => mutate()} />;
  return (
    <output className="grid justify-items-center gap-4 py-16 text-center">
      <Spinner className="text-4xl text-focus" />
      <span className="title text-2xl">{isIdle ? "Checking authentication..." : "Joining Squad..."}</span>
    </output>
  );
}
