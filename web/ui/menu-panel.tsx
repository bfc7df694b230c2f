import { Check } from "lucide-react";
import * as Radix from "@radix-ui/react-dropdown-menu";
import { type ComponentProps, type FocusEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { leavesPage } from "./leaves-page.ts";

/** A menu entry. With `href` it is a real link, which a middle click opens in a new tab. */
export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  /** Marks the current choice. */
  readonly current?: boolean;
  readonly separated?: boolean;
}

export interface MenuProps {
  /** The button's accessible name, if its content has no text. */
  readonly label?: string;
  /** What the button shows: "…" by default. */
  readonly trigger?: ReactNode;
  readonly triggerClass?: string;
  readonly entries: readonly MenuEntry[];
  readonly align?: "start" | "end";
  /** Lets the menu use the full height of the window, so that it hides no entry below its edge. */
  readonly isTall?: boolean;
}

type PointerDownOutside = Parameters<NonNullable<ComponentProps<typeof Radix.Content>["onPointerDownOutside"]>>[0];

export interface MenuPanelProps extends MenuProps {
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  /** Whether a key opened the menu the first time; the first entry then gets the focus. */
  readonly byKeyboard: boolean;
}

/**
 * The button and the menu that replace `Menu`'s plain button at the first opening. On a phone the menu is a sheet, which `theme.css` puts
 * in its place.
 */
export function MenuPanel(props: MenuPanelProps) {
  const { label, trigger, triggerClass, entries, align = "start", isTall = false, byKeyboard } = props;
  // Radix checks the key that opens a menu, but it was not loaded at the first opening.
  const shouldFocus = useRef(byKeyboard);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  // Radix closes when a press begins. The veil of a sheet stays until it ends, or the page below would get the rest of it.
  const closeAfter = (event: PointerDownOutside) => {
    const veil = event.detail.originalEvent.target;
    if (!(veil instanceof Element) || !veil.matches("[data-radix-popper-content-wrapper]")) return;
    event.preventDefault();
    veil.addEventListener("click", () => setOpen(false), { once: true });
  };
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!shouldFocus.current || target !== currentTarget) return;
    shouldFocus.current = false;
    currentTarget.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger ref={button} aria-label={label} className={triggerClass}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onFocus={enter}
          onPointerDownOutside={closeAfter}
          className={cx(
            "edge z-50 overflow-y-auto overscroll-contain shadow-soft",
            "max-sm:max-h-[min(92dvh,100dvh-var(--toast-end,0px)-0.5rem)] max-sm:animate-sheet max-sm:rounded-t-card max-sm:border-b-0 max-sm:bg-page max-sm:p-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]",
            "sm:max-w-[min(20rem,100vw-1.5rem)] sm:min-w-[min(14rem,100vw-1.5rem)] sm:animate-fade sm:rounded-card sm:bg-card sm:p-1.5",
            isTall
              ? "sm:max-h-(--radix-dropdown-menu-content-available-height)"
              : "sm:max-h-[min(20rem,var(--radix-dropdown-menu-content-available-height))]",
          )}
        >
          {label !== undefined && (
            // Screen readers have it as the name of the menu.
            <p aria-hidden="true" className="title px-3 pt-2 pb-1.5 text-2xl wrap-anywhere sm:hidden">
              {label}
            </p>
          )}
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              {...entry}
              onSelect={() => {
                // Radix returns the focus later, and a dialog that opens before then would not find it.
                button.current?.focus();
                entry.onSelect();
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ label, note, icon, href, onSelect, disabled = false, current, separated }: MenuEntry) {
  const line = (
    <>
      {icon}
      <span className="grid min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{label}</span>
        {note && <span className="line-clamp-2 text-sm text-soft wrap-anywhere">{note}</span>}
      </span>
      {current === true && <Check aria-hidden="true" size={18} className="shrink-0" />}
    </>
  );
  const look =
    "flex min-h-11 max-sm:min-h-13 cursor-pointer items-center gap-3 rounded-tile px-3 py-2 outline-none select-none data-highlighted:bg-tint data-disabled:cursor-not-allowed data-disabled:opacity-60 forced-colors:data-highlighted:[outline:3px_solid_Highlight]";
  return (
    <>
      {separated === true && <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />}
      {href === undefined ? (
        <Radix.Item className={look} onSelect={onSelect} disabled={disabled} aria-current={current}>
          {line}
        </Radix.Item>
      ) : (
        <Radix.Item asChild>
          <a
            href={href}
            className={look}
            aria-current={current === true ? "true" : undefined}
            onClick={(event) => {
              if (leavesPage(event)) return;
              event.preventDefault();
              onSelect();
            }}
          >
            {line}
          </a>
        </Radix.Item>
      )}
    </>
  );
}
