import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Tabs with panels; arrow keys move between them. `label` names the tab list for screen readers. Small ones do not fill the width. */
export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  isSmall = false,
}: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  isSmall?: boolean;
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((one) => one.value === next);
        if (tab) onChange(tab.value);
      }}
    >
      <Radix.List
        aria-label={label}
        className={cx(
          "edge flex max-w-full gap-1 overflow-x-auto rounded-full bg-card p-1",
          isSmall ? "w-fit text-sm" : "w-full",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              "min-h-11 flex-1 rounded-full font-bold whitespace-nowrap text-soft hover:text-main data-[state=active]:bg-spot data-[state=active]:text-on-spot",
              isSmall ? "px-3" : "px-4",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
