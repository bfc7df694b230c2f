import { useQuery } from "@tanstack/react-query";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { keepFault } from "#contract/identity.ts";
import { KeyRound, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Strip } from "../../ui/strip.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { near } from "../../ui/near.tsx";
import { seatQuery } from "./queries.ts";

const KeepReturn = near(async () => (await import("./keep-return.tsx")).KeepReturn);
const WayBackDialog = onDemand(async () => (await import("./way-back-dialog.tsx")).WayBackDialog);

/**
 * Tells a person with a seat, on every page, that they wait for an admin, that they have no personal link yet, or why the identity provider
 * did not keep their seat.
 */
export function SeatNotice() {
  const { data: seat } = useQuery(seatQuery);
  const [isHidden, setHidden] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [comesBack] = useState(() => location.search.includes(`error=${keepFault}`));
  const news = newsOf(seat);
  return (
    <>
      {seat?.isWaiting ? (
        <Strip label="Your seat">
          <p className="font-semibold">An admin has to let you in. This page changes by itself when they do.</p>
        </Strip>
      ) : (
        news !== null &&
        !isHidden && (
          <Strip label="Your seat">
            <p className={`flex-1 text-sm font-semibold ${news.length > 40 ? "min-w-60" : "min-w-24"}`}>{news}</p>
            <div className="ml-auto flex items-center gap-2">
              <Button
                size="sm"
                icon={<KeyRound aria-hidden="true" size={18} />}
                onClick={() => setOpen(true)}
                {...WayBackDialog.hint}
              >
                Your Way Back In
              </Button>
              <IconButton label="Later" onClick={() => setHidden(true)}>
                <X aria-hidden="true" size={20} />
              </IconButton>
            </div>
          </Strip>
        )
      )}
      {comesBack && <KeepReturn />}
      <WayBackDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** How long a new link by an admin is news. */
const newsMs = 7 * 24 * 3_600_000;

function newsOf(seat: Answer<Calls["GET /api/seat"]> | undefined): string | null {
  if (!seat) return null;
  const { newLink } = seat;
  if (newLink && Date.now() - Date.parse(newLink.at) < newsMs)
    return `${newLink.by ?? "An admin"} made a new link for you. Choose again in the awards that are open.`;
  return seat.hasLink ? null : "Your seat lives in this browser alone.";
}
