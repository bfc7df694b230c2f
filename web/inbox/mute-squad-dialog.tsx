import { LoadFailed } from "../core/load-failed.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { muteChoices, muteEnd, muteWords } from "./mute.ts";
import { muteChange } from "./settings-change.ts";
import { useMinutes } from "./use-minutes.ts";
import { useSettings } from "./use-settings.ts";

interface Squad {
  readonly id: string;
  readonly name: string;
}

/** Mutes a squad for a while, or ends that. */
export const MuteSquadDialog = ({ squad, ...state }: DialogState & { squad: Squad }) => (
  <Dialog
    {...state}
    title="Mute this squad until…"
    text={`Until then nothing of ${squad.name} counts as new or comes by mail. Your inbox still has it all.`}
  >
    <MuteButtons squad={squad} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

function MuteButtons({ squad, onDone }: { squad: Squad; onDone: () => void }) {
  const { query, settings, save } = useSettings();
  const now = useMinutes();
  if (!settings)
    return query.isError ? (
      <LoadFailed of={query} title="Your settings did not load" />
    ) : (
      <Loading label="Loading your settings..." className="grid gap-3" each="h-12" count={4} />
    );
  const own = settings.squads.find(({ squadId }) => squadId === squad.id);
  if (!own) return <p>You are in so many squads that this one has no settings.</p>;
  const words = muteWords(own.mutedUntil, now);
  const mute = (until: string | null) => {
    save(muteChange(squad.id, until));
    toast({ title: muteWords(until, new Date()) ?? "Not muted any more" });
    onDone();
  };
  return (
    <div className="grid gap-3">
      {words !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
          <p className="font-semibold">{words}</p>
          <Button size="sm" onClick={() => mute(null)}>
            Unmute
          </Button>
        </div>
      )}
      {muteChoices.map(({ id, label }) => (
        <Button key={id} look="quiet" onClick={() => mute(muteEnd(id, new Date()))}>
          {label}
        </Button>
      ))}
    </div>
  );
}
