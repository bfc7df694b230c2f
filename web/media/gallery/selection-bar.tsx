import { Download, Trash2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatCount } from "#contract/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";

/** On narrow screens only screen readers get the words. */
const iconAlone = "max-[20.5rem]:gap-0 max-[20.5rem]:text-[0px]";

/** The buttons for the selected photos, above the page during the selection. */
export function SelectionBar({
  count,
  total,
  busy,
  onAll,
  onNone,
  onDownload,
  onDelete,
}: {
  count: number;
  total: number;
  /** Describes the running action. */
  busy: string | false;
  onAll: () => void;
  onNone: () => void;
  onDownload: () => void;
  onDelete: () => void;
}) {
  const none = useRef(onNone);
  useEffect(() => {
    none.current = onNone;
  });
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isElsewhere =
        target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu], li [role=status]");
      if (key === "Escape" && !isElsewhere) none.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <section
      aria-label="Selection"
      className="edge fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-2xl animate-rise flex-wrap items-center gap-2 rounded-card bg-card px-3 py-2 shadow-soft md:bottom-4"
    >
      <IconButton label="Stop selecting" onClick={onNone}>
        <X aria-hidden="true" size={20} />
      </IconButton>
      <output className="steady mr-auto font-bold">
        {busy || (count === 0 ? "Choose photos" : `${formatCount(count)} selected`)}
      </output>
      <Button size="sm" look="quiet" onClick={onAll} disabled={busy !== false || count === total}>
        Select All
      </Button>
      <Button
        size="sm"
        icon={<Download aria-hidden="true" size={18} />}
        className={iconAlone}
        disabled={count === 0 || busy !== false}
        onClick={onDownload}
      >
        Download
      </Button>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden="true" size={18} />}
        className={iconAlone}
        disabled={count === 0 || busy !== false}
        onClick={onDelete}
      >
        Delete
      </Button>
    </section>
  );
}
