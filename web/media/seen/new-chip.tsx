import { Chip } from "../../ui/chip.tsx";

/** How many photos are new to the viewer, on the card of a trip or squad. Nothing without any. */
export const NewChip = ({ count }: { count: number }) =>
  count > 0 && (
    <Chip look="win" className="steady">
      {count > 99 ? "99+" : count} new<span className="sr-only"> photos</span>
    </Chip>
  );
