// Written by hand because of the byte budget: Radix replaces this plain button when the menu first opens.
import { Ellipsis } from "lucide-react";
import { type ComponentType, useState } from "react";
import type { MenuEntry, MenuPanelProps, MenuProps } from "./menu-panel.tsx";

import { tellNotLoaded } from "./on-demand.tsx";

export type { MenuEntry };

const load = async () => (await import("./menu-panel.tsx")).MenuPanel;

/**
 * A button with a menu. The menu's code loads when a pointer or the focus reaches the button, and
 * takes over the button at the first opening. Without a connection a toast says so, and the next press tries again.
 */
export function Menu({
  trigger = <Ellipsis aria-hidden="true" size={20} />,
  triggerClass = "grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint",
  ...rest
}: MenuProps) {
  const props = { ...rest, trigger, triggerClass };
  const [opened, setOpened] = useState<{ Panel: ComponentType<MenuPanelProps>; byKeyboard: boolean }>();
  if (opened) return <opened.Panel {...props} byKeyboard={opened.byKeyboard} />;
  const preload = () => void load().catch(() => undefined);
  const open = (byKeyboard: boolean) => void load().then((Panel) => setOpened({ Panel, byKeyboard }), tellNotLoaded);
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={props.triggerClass}
      onPointerEnter={preload}
      onFocus={preload}
      // Enter and Space cause a click with `detail` 0.
      onClick={(event) => open(event.detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open(true);
      }}
    >
      {props.trigger}
    </button>
  );
}
