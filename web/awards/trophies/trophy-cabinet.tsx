import { useState } from "react";
import type { CabinetOrder } from "#contract/titles.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { Shelves } from "./shelves.tsx";

const tabs = [
  ["trip", "By Trip"],
  ["award", "By Award"],
  ["person", "By Person"],
] as const satisfies readonly (readonly [CabinetOrder, string])[];

/** What the people of a squad have won, by trip, by award or by person. */
export function TrophyCabinet({ squadId }: { squadId: string }) {
  const [by, setBy] = useState<CabinetOrder>("trip");
  return (
    <Tabs
      label="Trophies"
      value={by}
      onChange={setBy}
      tabs={tabs.map(([value, label]) => ({
        value,
        label,
        content: <Shelves squadId={squadId} by={value} />,
      }))}
    />
  );
}
