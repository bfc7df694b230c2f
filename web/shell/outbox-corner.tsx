import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useOutbox } from "../core/outbox/waiting.ts";
import { useMe } from "../core/viewer.ts";
import { untilLoaded } from "../ui/near.tsx";

const loadStart = async () => (await import("./show-made.ts")).startOutbox;
const loadTray = async () => (await import("../core/outbox/outbox-tray.tsx")).OutboxTray;
const loadCall = async () => import("../core/outbox/call-or-keep.ts");

/** Sends what waits for a connection, and shows it on every page; mount it once. */
export function OutboxCorner() {
  const client = useQueryClient();
  const me = useMe();
  const isWanted = useOutbox().some(({ fault, isStuck }) => fault !== null || isStuck);
  const [Tray, setTray] = useState<ComponentType>();
  useEffect(() => {
    void untilLoaded(loadStart).then((start) => start(client, me));
    // oxlint-disable-next-line react/exhaustive-deps -- once: a page has one person
  }, []);
  useEffect(() => {
    // Their code has to be here before the connection goes.
    void untilLoaded(loadCall);
    void untilLoaded(loadTray).then((part) => setTray(() => part));
  }, []);
  return isWanted && Tray ? <Tray /> : null;
}
