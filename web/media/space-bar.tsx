import type { SpaceUse } from "#contract/fields.ts";
import { cx } from "../ui/class-names.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { spaceWords } from "./space-words.ts";

/** How much of a limited space photos take. `label` names the space. From 80 % on it warns. */
export function SpaceBar({ label, space }: { label: string; space: SpaceUse }) {
  const { text, isWarning } = spaceWords(space);
  return (
    <div className="grid w-full max-w-sm gap-1.5">
      <ProgressBar label={label} value={space.usedBytes} max={space.maxBytes} text={text} isWarning={isWarning} />
      <p className={cx("text-sm steady", isWarning ? "font-bold" : "text-soft")}>
        {label}: {text}
      </p>
    </div>
  );
}
