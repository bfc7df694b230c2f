import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api } from "../core/api.ts";
import { keys } from "../core/keys.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { createStore } from "../ui/store.ts";
import { settingsQuery } from "./queries.ts";
import type { SettingsChange } from "./settings-change.ts";

/** The changes that are on their way, the first first. */
const onTheirWay = createStore<readonly SettingsChange[]>([]);

/**
 * What the viewer wants to hear of, with every change that is on its way, and a function that saves a change at once. Changes are sent in
 * their order, each with all before it. One that fails is taken back, and a toast says so.
 */
export function useSettings() {
  const client = useQueryClient();
  const query = useQuery(settingsQuery);
  const changes = useSyncExternalStore(onTheirWay.subscribe, onTheirWay.current);
  const { mutate } = useMutation({
    scope: { id: "inbox-settings" },
    mutationFn: (change: SettingsChange) => send(client, change),
    onError: (error) =>
      tellProblem(error, "Not Saved", "Your choice did not arrive. Check your connection and try again."),
    onSettled: (_nothing, _error, change) => onTheirWay.set(onTheirWay.current().filter((one) => one !== change)),
  });
  const save = (change: SettingsChange) => {
    // Now, because React would show the old state of a pressed checkbox until the mutation tells of itself.
    onTheirWay.set([...onTheirWay.current(), change]);
    mutate(change);
  };
  return { query, settings: query.data && changes.reduce((before, { apply }) => apply(before), query.data), save };
}

async function send(client: QueryClient, { squadId, apply }: SettingsChange): Promise<void> {
  const { off, noMail, noPush, quiet, squads } = apply(await client.ensureQueryData(settingsQuery));
  const squad = squads.find((one) => one.squadId === squadId);
  const after = squad
    ? await api("PUT /api/inbox/squads/:id", {
        params: { id: squad.squadId },
        body: { off: squad.off, mutedUntil: squad.mutedUntil },
      })
    : await api("PUT /api/inbox/settings", { body: { off, noMail, noPush, quiet } });
  await client.cancelQueries(settingsQuery);
  client.setQueryData(settingsQuery.queryKey, after);
  // What is told and what counts as new has changed.
  void client.invalidateQueries({ queryKey: keys.inbox, predicate: ({ queryKey }) => queryKey[1] !== "settings" });
}
