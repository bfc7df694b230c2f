import type { TripMember } from "#contract/trips.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { SelectField } from "../../ui/inputs.tsx";

/** What a dialog says of who sees a proof. */
export const proofNote = "Everybody on the ballot sees it. Nobody sees that it is yours.";

/** The nominee whom a proof is about; empty until one is chosen. */
export const NomineeField = ({
  crew,
  value,
  onChange,
  hasTried,
}: {
  crew: readonly TripMember[];
  value: string;
  onChange: (userId: string) => void;
  /** The form was sent, so that a missing choice is an error. */
  hasTried: boolean;
}) => (
  <SelectField
    label="Who is it about?"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    error={hasTried && value === "" ? "Please choose someone from the crew" : undefined}
  >
    <option value="" disabled>
      Choose a nominee
    </option>
    {crew.map(({ userId, user }) => (
      <option key={userId} value={userId}>
        {fullNameOf(user)}
      </option>
    ))}
  </SelectField>
);
