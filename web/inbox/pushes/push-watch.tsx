import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { openPagesOfPushes } from "./open-page.ts";
import { useMe } from "../../core/viewer.ts";
import { AskWatch } from "./ask-watch.tsx";
import { renew } from "./turn.ts";

/** The page has shown by then what it was opened for. In milliseconds. */
const quietMs = 5000;

/** Keeps pushes going in this browser, opens what they lead to, and offers them at the right moment. Mount it once. */
export function PushWatch() {
  const client = useQueryClient();
  const { id } = useMe();
  useEffect(() => openPagesOfPushes(), []);
  useEffect(() => {
    // Without a connection the next page does it.
    const soon = setTimeout(() => void renew(client, id).catch(() => undefined), quietMs);
    return () => clearTimeout(soon);
  }, [client, id]);
  return <AskWatch />;
}
