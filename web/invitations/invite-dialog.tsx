import { useQuery } from "@tanstack/react-query";
import { sentenceOf } from "../api.ts";
import { squadQuery } from "../squads/queries.ts";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { InviteLink } from "./invite-link.tsx";
import { QrCode } from "./qr-code.tsx";
import { ResetLink } from "./reset-link.tsx";

/** How members bring others into their squad: a code to scan and a link to send. */
export function InviteDialog({ squadId, ...state }: DialogState & { squadId: string }) {
  const { data, error, refetch, isFetching } = useQuery({ ...squadQuery(squadId), enabled: state.open });
  const squad = data?.squad;
  return (
    <Dialog
      {...state}
      title="Invite Members"
      text={squad && <span className="wrap-anywhere">Whoever opens this link can join {squad.name}.</span>}
    >
      {squad?.inviteUrl ? (
        <div className="grid gap-5">
          <div className="grid justify-items-center gap-2">
            <QrCode text={squad.inviteUrl} label={`QR code to join ${squad.name}`} />
            <p className="text-sm text-soft">Point a phone's camera here.</p>
          </div>
          <InviteLink link={squad.inviteUrl} squadName={squad.name} />
          {squad.role === "admin" && !squad.isPublic && <ResetLink squadId={squad.id} />}
        </div>
      ) : error ? (
        <ErrorState
          title="The invite link did not come through"
          text={sentenceOf(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : squad ? (
        <p>Only members of this squad can invite others.</p>
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
