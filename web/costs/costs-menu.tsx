import { Banknote, Download, Ellipsis, History } from "lucide-react";
import type { CostsOpening } from "../core/link.tsx";
import { buttonLook } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { tellNotLoaded } from "../ui/on-demand.tsx";

const icon = { "aria-hidden": true, size: 18, className: "shrink-0" } as const;

/** What is seldom done with costs. */
export function CostsMenu({
  tripId,
  tripName,
  open,
}: {
  tripId: string;
  tripName: string;
  open: (opening: CostsOpening) => void;
}) {
  const table = `/api/trips/${tripId}/costs.csv`;
  const download = async () => (await import("../media/downloads/download.ts")).save(table, `${tripName} costs.csv`);
  return (
    <Menu
      label="More about the costs"
      align="end"
      trigger={<Ellipsis aria-hidden="true" size={22} />}
      triggerClass={`${buttonLook("plain")} !px-3`}
      entries={[
        {
          id: "payment",
          label: "Record a Payment",
          icon: <Banknote {...icon} />,
          onSelect: () => open("payment"),
        },
        { id: "changes", label: "What Changed", icon: <History {...icon} />, onSelect: () => open("changes") },
        {
          id: "csv",
          label: "Download as CSV",
          icon: <Download {...icon} />,
          href: table,
          onSelect: () => void download().catch(tellNotLoaded),
        },
      ]}
    />
  );
}
