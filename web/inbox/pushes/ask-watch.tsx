import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keptDevice } from "../../core/device/push-device.ts";
import { pushSupport } from "../../core/device/push-support.ts";
import { useMe } from "../../core/viewer.ts";
import { uploads } from "../../media/uploads/upload-list.ts";
import { near } from "../../ui/near.tsx";
import { mayAsk } from "./asked.ts";

const AskCard = near(async () => (await import("./ask-card.tsx")).AskCard);

/** Asks whether to switch pushes on, after a vote or a finished upload and never on arrival. Mount it once. */
export function AskWatch() {
  const { id } = useMe();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isAsking || !isToAsk(id)) return undefined;
    // Another person, or a press in the settings, may have changed it meanwhile.
    const ask = () => isToAsk(id) && setAsking(true);
    const stops = [onVote(client, ask), onUploaded(ask)];
    return () => stops.forEach((stop) => stop());
  }, [id, client, isAsking]);
  return isAsking && <AskCard onEnd={() => setAsking(false)} />;
}

function isToAsk(person: string): boolean {
  const support = pushSupport();
  const mayHelp = support === "ready" || support === "home-screen";
  return mayHelp && keptDevice()?.person !== person && mayAsk(person);
}

/** Calls `tell` after each vote that the server has taken. */
const onVote = (client: QueryClient, tell: () => unknown) =>
  client.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== "updated") return;
    const { status, data } = mutation.state;
    // `voteKey` of the ballot begins with it.
    const isVote = mutation.options.mutationKey?.[0] === "vote";
    // Without data the vote waits on this device for a connection.
    if (isVote && status === "success" && data !== undefined) tell();
  });

/** Calls `tell` once uploads have arrived and their list, which stands in the same place, has closed. */
function onUploaded(tell: () => unknown): () => unknown {
  let hasArrived = false;
  return uploads.subscribe(() => {
    const list = uploads.current();
    if (list.length === 0 && hasArrived) tell();
    hasArrived = list.some(({ state }) => state.kind === "done");
  });
}
