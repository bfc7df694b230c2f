import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useRef } from "react";
import { squadQuery } from "../../core/queries.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { InviteForm } from "./invite-form.tsx";
import { InviteLink, ResetLink } from "./invite-link.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { SentInvitations } from "./sent-invitations.tsx";

interface Props extends DialogState {
  /** Null for a squadless trip, which has no invite link. */
  readonly squadId: string | null;
  /** The trip that mails invite to; without it they invite to the squad. */
  readonly trip?: { readonly id: string; readonly name: string };
}

/** Invites people by QR code, link or personal mail. Opens by itself in a new squad, so whoever is alone there can put it off. */
export function InviteDialog({ squadId, trip, ...state }: Props) {
  const query = useQuery({
    ...squadQuery(squadId ?? ""),
    enabled: state.open && squadId !== null,
  });
  const { data, error } = query;
  const squad = data?.squad;
  const name = trip?.name ?? squad?.name;
  const mail = useRef<HTMLElement>(null);
  const close = () => state.onOpenChange(false);
  return (
    <Dialog
      {...state}
      title="Invite Members"
      width={squadId === null ? "md" : "lg"}
      text={name !== undefined && <span className="wrap-anywhere">Bring your friends to {name}.</span>}
      footer={
        squad?.memberCount === 1 && squad.inviteUrl ? (
          <Button look="quiet" className="w-full" onClick={close}>
            Later
          </Button>
        ) : undefined
      }
    >
      {squadId === null && trip ? (
        <>
          <InviteForm place={{ tripId: trip.id }} name={trip.name} onDone={close} />
          <SentInvitations placeId={trip.id} />
        </>
      ) : squad?.inviteUrl ? (
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
          <section className="grid content-start gap-4">
            <h3 className="title text-xl">By link</h3>
            <p className="-mt-2 text-sm wrap-anywhere text-soft">
              Everyone with this link can join{squad.takesSeats ? ", with one name and no account" : ""}.{" "}
              {squad.isPublic && !squad.takesSeats
                ? "The squad is public, so it does not end."
                : "It works until an admin resets it."}
            </p>
            {/* On a phone the form below is out of sight. */}
            <Button size="sm" look="quiet" className="md:hidden" icon={mailIcon} onClick={() => goToMail(mail.current)}>
              Invite by Email
            </Button>
            <div className="grid justify-items-center gap-2">
              <QrCode text={squad.inviteUrl} label={`QR code to join ${squad.name}`} />
              <p className="text-sm text-soft">Point a phone's camera here.</p>
            </div>
            <InviteLink
              link={squad.inviteUrl}
              squadName={squad.name}
              menu={squad.role === "admin" && (!squad.isPublic || squad.takesSeats) && <ResetLink squadId={squad.id} />}
            />
          </section>
          <section ref={mail} className="grid content-start gap-4 border-t border-line pt-5 md:border-t-0 md:pt-0">
            <h3 className="title text-xl">By email</h3>
            <p className="-mt-2 text-sm text-soft">Everyone gets a link of their own. It works once, for 30 days.</p>
            <InviteForm
              place={trip ? { tripId: trip.id } : { squadId: squad.id }}
              name={trip?.name ?? squad.name}
              onDone={close}
            />
            <SentInvitations placeId={trip?.id ?? squad.id} />
          </section>
        </div>
      ) : error ? (
        <LoadFailed of={query} title="The invite link did not come through" />
      ) : squad ? (
        <p>
          {squad.isDemo
            ? "This is your demo squad, and yours alone. Create a squad to invite your friends."
            : "Only members of this squad can invite others."}
        </p>
      ) : (
        <Loading label="Loading the invite link..." className="grid justify-items-center gap-5">
          <Skeleton className="size-50" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full rounded-full" />
        </Loading>
      )}
    </Dialog>
  );
}

const mailIcon = <Mail aria-hidden="true" size={18} />;

/** Shows the mail form, with the focus in its first field. */
function goToMail(form: HTMLElement | null): void {
  form?.scrollIntoView();
  form?.querySelector<HTMLElement>("textarea, button")?.focus({ preventScroll: true });
}
