import type { InboxSettings, Topic } from "#contract/inbox.ts";
import { Switch } from "./switch.tsx";
import { type SettingsChange, topicChange } from "./settings-change.ts";
import { topicList, topicWords } from "./topics.ts";

interface Props {
  readonly settings: InboxSettings;
  /** A person without an address gets no mail. */
  readonly hasMail: boolean;
  readonly save: (change: SettingsChange) => void;
}

/** Per topic a switch for the inbox, one for pushes and one for mail. */
export const TopicSwitches = ({ settings, hasMail, save }: Props) => (
  <table className="w-full">
    <thead className="text-sm">
      <tr>
        <th scope="col" className="text-left">
          <span className="sr-only">Topic</span>
        </th>
        <th scope="col" className="w-14 sm:w-16">
          Inbox
        </th>
        <th scope="col" className="w-14 sm:w-16">
          Push
        </th>
        {hasMail && (
          <th scope="col" className="w-14 sm:w-16">
            Mail
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {topicList.map((topic) => (
        <TopicRow key={topic} topic={topic} settings={settings} hasMail={hasMail} save={save} />
      ))}
    </tbody>
  </table>
);

function TopicRow({ topic, settings, hasMail, save }: Props & { topic: Topic }) {
  const { name, icon: Icon } = topicWords[topic];
  const isTold = !settings.off.includes(topic);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1 text-left font-semibold">
        <span className="flex items-center gap-3">
          <Icon aria-hidden="true" size={20} className="shrink-0" />
          {name}
        </span>
      </th>
      <td>
        <Switch label={`${name}: inbox`} isOn={isTold} onChange={(isOn) => save(topicChange("off", topic, isOn))} />
      </td>
      <td>
        <Switch
          label={`${name}: push`}
          disabled={!isTold}
          isOn={isTold && !settings.noPush.includes(topic)}
          onChange={(isOn) => save(topicChange("noPush", topic, isOn))}
        />
      </td>
      {hasMail && (
        <td>
          <Switch
            label={`${name}: mail`}
            disabled={!isTold}
            isOn={isTold && !settings.noMail.includes(topic)}
            onChange={(isOn) => save(topicChange("noMail", topic, isOn))}
          />
        </td>
      )}
    </tr>
  );
}
