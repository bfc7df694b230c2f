import { useSyncExternalStore } from "react";
import { createStore } from "../../ui/store.ts";
import type { Entry, KeptCall } from "./entry.ts";

/** The viewer's entries on this device in the order of sending, as far as this page knows. */
export const outboxList = createStore<readonly Entry[]>([]);

const none: readonly Entry[] = [];

/** The viewer's entries: those that wait, and those that the server has refused. */
export const useOutbox = (): readonly Entry[] =>
  useSyncExternalStore(outboxList.subscribe, outboxList.current, () => none);

/** Whether such a call about this thing waits for a connection. */
export const useWaits = (call: KeptCall, of: string): boolean =>
  useOutbox().some((entry) => entry.call === call && entry.of === of && entry.isStuck && entry.fault === null);
