import { type ReactNode, useId } from "react";
import { LoadFailed } from "../core/load-failed.tsx";
import { useMe } from "../core/viewer.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { PushSettings } from "./pushes/push-settings.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import { SquadLine } from "./squad-settings.tsx";
import { TopicSwitches } from "./topic-switches.tsx";
import { useSettings } from "./use-settings.ts";

/** What the viewer wants to hear of. Each change saves at once. */
export const SettingsDialog = (state: DialogState) => (
  <Dialog {...state} title="Inbox Settings" text="What you want to hear of. Each change counts at once.">
    <Settings />
  </Dialog>
);

function Settings() {
  const { isSeat } = useMe();
  const { query, settings, save } = useSettings();
  if (!settings)
    return query.isError ? (
      <LoadFailed of={query} title="Your settings did not load" />
    ) : (
      <Loading label="Loading your settings..." className="grid gap-3" each="h-12" count={7} />
    );
  return (
    <div className="grid gap-7">
      <TopicSwitches settings={settings} hasMail={!isSeat} save={save} />
      <PushSettings />
      <QuietHours quiet={settings.quiet} save={save} />
      {settings.squads.length > 0 && (
        <Part
          title="Your squads"
          text="A muted squad counts nothing as new, and sends no mail and no push. You can still read it all here."
        >
          <ul className="border-b border-line">
            {settings.squads.map((squad) => (
              <SquadLine key={squad.squadId} squad={squad} save={save} />
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        <p className="text-sm text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
