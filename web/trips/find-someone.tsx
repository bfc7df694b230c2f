import { InputField } from "../ui/input-field.tsx";

export interface FindSomeoneProps {
  readonly words: string;
  readonly onChange: (words: string) => void;
}

/** The search box of a list of people. */
export const FindSomeone = ({ words, onChange }: FindSomeoneProps) => (
  <InputField
    label="Find someone"
    type="search"
    autoComplete="off"
    value={words}
    onChange={(event) => onChange(event.target.value)}
  />
);
