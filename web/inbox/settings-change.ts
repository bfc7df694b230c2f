import type { InboxSettings, Topic } from "#contract/inbox.ts";

export type SquadSettings = InboxSettings["squads"][number];

/**
 * A change of the settings. `apply` returns the settings after it, and may run again on its own result, so that two quick changes both stay. `squadId`: only the settings of this squad change.
 */
export interface SettingsChange {
  readonly squadId?: string;
  readonly apply: (before: InboxSettings) => InboxSettings;
}

/** The topics with this one among them, or without it. */
const withTopic = (topics: readonly Topic[], topic: Topic, isIn: boolean): Topic[] =>
  isIn ? [...topics.filter((one) => one !== topic), topic] : topics.filter((one) => one !== topic);

/** A topic in the inbox, by mail or as a push. */
export const topicChange = (list: "off" | "noMail" | "noPush", topic: Topic, isOn: boolean): SettingsChange => ({
  apply: (before) => ({ ...before, [list]: withTopic(before[list], topic, !isOn) }),
});

export const quietChange = (quiet: InboxSettings["quiet"]): SettingsChange => ({
  apply: (before) => ({ ...before, quiet }),
});

const squadChange = (squadId: string, change: (squad: SquadSettings) => SquadSettings): SettingsChange => ({
  squadId,
  apply: (before) => ({
    ...before,
    squads: before.squads.map((squad) => (squad.squadId === squadId ? change(squad) : squad)),
  }),
});

/** `mutedUntil`: an instant, or null to hear of the squad again. */
export const muteChange = (squadId: string, mutedUntil: string | null): SettingsChange =>
  squadChange(squadId, (squad) => ({ ...squad, mutedUntil }));

export const squadTopicChange = (squadId: string, topic: Topic, isOn: boolean): SettingsChange =>
  squadChange(squadId, (squad) => ({ ...squad, off: withTopic(squad.off, topic, !isOn) }));
