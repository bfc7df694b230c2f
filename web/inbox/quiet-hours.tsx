import { useState } from "react";
import type { InboxSettings } from "#contract/inbox.ts";
import { hereZone } from "../core/zone.ts";
import { Button } from "../ui/button.tsx";
import { InputField } from "../ui/input-field.tsx";
import { CheckboxField } from "../ui/inputs.tsx";
import { type SettingsChange, quietChange } from "./settings-change.ts";

type Quiet = NonNullable<InboxSettings["quiet"]>;

const usual = { from: "22:00", to: "08:00" };

/** The hours in which no mail and no push comes, or the switch that begins them. */
export function QuietHours({ quiet, save }: { quiet: InboxSettings["quiet"]; save: (change: SettingsChange) => void }) {
  const set = (next: Quiet | null) => save(quietChange(next));
  return (
    <div className="grid gap-3">
      <CheckboxField
        label="Quiet hours"
        hint="No mail and no push comes in these hours."
        checked={quiet !== null}
        onChange={({ target }) => set(target.checked ? { ...usual, timeZone: hereZone() } : null)}
      />
      {quiet && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Hour label="From" value={quiet.from} other={quiet.to} onSet={(from) => set({ ...quiet, from })} />
            <Hour label="To" value={quiet.to} other={quiet.from} onSet={(to) => set({ ...quiet, to })} />
          </div>
          <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
            By the clock of {placeOf(quiet.timeZone)}.
            {quiet.timeZone !== hereZone() && (
              <Button size="sm" onClick={() => set({ ...quiet, timeZone: hereZone() })}>
                Use {placeOf(hereZone())}
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  );
}

/** "New York" for "America/New_York". */
const placeOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

/** A time of day, saved as soon as it is a whole one that differs from the other end. */
function Hour({
  label,
  value,
  other,
  onSet,
}: {
  label: string;
  value: string;
  other: string;
  onSet: (hour: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <InputField
      type="time"
      label={label}
      value={typed ?? value}
      error={typed === other ? "Please choose two different times" : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== "" && target.value !== other) onSet(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
