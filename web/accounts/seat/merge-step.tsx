import { Button } from "../../ui/button.tsx";

/** Takes the place of the ways to keep a seat where its person has an account, into which the seat goes. `onBack` shows these ways again. */
export const MergeStep = ({ text, onBack }: { text: string; onBack?: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <p role="alert" className="font-semibold">
      {text}
    </p>
    {onBack && <Button onClick={onBack}>Choose Another Way</Button>}
  </div>
);
