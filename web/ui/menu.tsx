import { type ComponentType, type ReactNode, useState } from "react";
import type { MenuPanelProps } from "./menu-panel.tsx";

/** One line of a menu. With `href` it is a real link, that a middle click opens elsewhere. */
export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onSelect: () => void;
  /** Marks the one of a choice that holds now. */
  readonly current?: boolean;
  readonly separated?: boolean;
}

export interface MenuProps {
  /** The button's accessible name, when its content does not say it. */
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  readonly entries: readonly MenuEntry[];
  readonly align?: "start" | "end";
  /** As tall as the window lets it be, where an entry below the edge would be missed. */
  readonly isTall?: boolean;
}

const load = async () => (await import("./menu-panel.tsx")).MenuPanel;

/**
 * A button with a menu. The menu's machinery loads when a pointer or the focus reaches the button, and
 * takes the button over when it first opens.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<{ Panel: ComponentType<MenuPanelProps>; byKeyboard: boolean }>();
  if (opened) return <opened.Panel {...props} byKeyboard={opened.byKeyboard} />;
  const preload = () => void load().catch(() => undefined);
  const open = (byKeyboard: boolean) =>
    void load().then(
      (Panel) => setOpened({ Panel, byKeyboard }),
      () => undefined,
    );
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={props.triggerClass}
      onPointerEnter={preload}
      onFocus={preload}
      // A press of Enter or Space is a click that no button of a mouse made.
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
