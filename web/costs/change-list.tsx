import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Change } from "#contract/costs.ts";
import { formatDay, formatTime } from "../core/calendar.ts";
import { Button } from "../ui/button.tsx";
import { undoChange } from "./undo-change.ts";

/** Lines of the history, each with a button that puts back what it replaced. */
export function ChangeList({ tripId, changes }: { tripId: string; changes: readonly Change[] }) {
  const client = useQueryClient();
  const [undoing, setUndoing] = useState<string>();
  const undo = async (id: string) => {
    setUndoing(id);
    await undoChange(client, tripId, id);
    setUndoing(undefined);
  };
  return (
    <ul className="divide-y divide-line">
      {changes.map(({ id, text, at, mayUndo }) => (
        <li key={id} className="flex items-center gap-3 py-2.5">
          <div className="grid min-w-0 flex-1">
            <p className="wrap-anywhere" dir="auto">
              {text}
            </p>
            <time dateTime={at} className="steady text-sm text-soft">
              {formatDay(at)}, {formatTime(at)}
            </time>
          </div>
          {mayUndo && (
            <Button
              size="sm"
              look="quiet"
              icon={<Undo2 aria-hidden="true" size={16} />}
              busy={undoing === id && "Undoing..."}
              disabled={undoing !== undefined}
              aria-label={`Undo: ${text}`}
              onClick={() => void undo(id)}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
