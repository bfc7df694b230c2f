import { type BonusRule, bonusRules, bonusTitles } from "#contract/bonus-rules.ts";
import { CheckboxField } from "../../ui/inputs.tsx";

/** What each bonus award is for. */
const reasons: Readonly<Record<BonusRule, string>> = {
  paparazzo: "Most photos",
  "night-shift": "Photos at the latest hours",
  "first-light": "The earliest photo of a day",
  "high-point": "The photo from highest up",
  "crowd-pleaser": "Most likes a photo",
  "film-maker": "Most minutes of video",
  "speed-run": "First to answer all awards",
  "lived-in-the-moment": "Fewest photos, kindly meant",
};

/** A switch for each bonus award, as a group of fields of the plan. `off` has the rules that are switched off. */
export const BonusSwitches = ({
  off,
  onChange,
  disabled = false,
}: {
  off: readonly BonusRule[];
  onChange: (off: BonusRule[]) => void;
  disabled?: boolean;
}) => (
  <fieldset disabled={disabled} aria-describedby="bonus-hint">
    <legend className="text-sm font-bold">Bonus awards</legend>
    <p id="bonus-hint" className="mb-1 text-sm text-soft">
      The photos of the trip decide them. The show opens with up to five.
    </p>
    <div className="grid gap-x-4 sm:grid-cols-2">
      {bonusRules.map((rule) => (
        <CheckboxField
          key={rule}
          label={bonusTitles[rule]}
          hint={reasons[rule]}
          checked={!off.includes(rule)}
          onChange={({ target }) =>
            onChange(bonusRules.filter((one) => (one === rule ? !target.checked : off.includes(one))))
          }
        />
      ))}
    </div>
  </fieldset>
);
