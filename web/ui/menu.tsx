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
}

const load = async () => (await import("./menu-panel.tsx")).MenuPanel;

/**
 * A button with a menu. The menu's machinery loads when a pointer or the focus reaches the button, and
 * takes the button over when it first opens.
 */
export function Menu(props: MenuProps) {
  const [Panel, setPanel] = useState<ComponentType<MenuPanelProps>>();
  if (Panel) return <Panel {...props} />;
  const preload = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (panel) => setPanel(() => panel),
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
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      }}
    >
      {props.trigger}
    </button>
  );
}
