import { ChevronDown } from "lucide-react";
import { listed } from "#contract/locale.ts";
import { controlLook } from "../ui/field.tsx";
import { CheckboxField } from "../ui/inputs.tsx";
import { type MuteChoice, muteChoices, muteEnd, muteWords } from "./mute.ts";
import { type SettingsChange, type SquadSettings, muteChange, squadTopicChange } from "./settings-change.ts";
import { topicList, topicWords } from "./topics.ts";
import { useMinutes } from "./use-minutes.ts";

interface Props {
  readonly squad: SquadSettings;
  readonly save: (change: SettingsChange) => void;
}

/** A squad of the viewer: how long it is muted, and which topics of it they hear of. */
export const SquadLine = ({ squad, save }: Props) => (
  <li className="grid gap-1 border-t border-line py-3">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{squad.name}</span>
      <MuteSelect squad={squad} save={save} />
    </div>
    <details className="group">
      <summary className="flex min-h-11 items-center gap-2 text-sm text-soft">
        <ChevronDown aria-hidden="true" size={18} className="shrink-0 group-open:rotate-180" />
        {topicsTold(squad)}
      </summary>
      <fieldset className="grid gap-x-4 pl-1 sm:grid-cols-2">
        <legend className="sr-only">What you hear of {squad.name}</legend>
        {topicList.map((topic) => (
          <CheckboxField
            key={topic}
            label={topicWords[topic].name}
            checked={!squad.off.includes(topic)}
            onChange={({ target }) => save(squadTopicChange(squad.squadId, topic, target.checked))}
          />
        ))}
      </fieldset>
    </details>
  </li>
);

/** "All topics", or which are switched off. */
function topicsTold({ off }: SquadSettings): string {
  if (off.length === 0) return "All topics";
  if (off.length === topicList.length) return "No topics";
  return `Without ${listed(topicList.filter((topic) => off.includes(topic)).map((topic) => topicWords[topic].name))}`;
}

function MuteSelect({ squad: { squadId, name, mutedUntil }, save }: Props) {
  const words = muteWords(mutedUntil, useMinutes());
  return (
    <select
      aria-label={`Mute ${name}`}
      className={`${controlLook} sm:max-w-72`}
      value={words === undefined ? "" : "muted"}
      onChange={({ target: { value } }) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other options are these choices
        save(muteChange(squadId, value === "" ? null : muteEnd(value as MuteChoice, new Date())))
      }
    >
      <option value="">Not muted</option>
      {words !== undefined && <option value="muted">{words}</option>}
      <optgroup label="Mute">
        {muteChoices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </optgroup>
    </select>
  );
}
