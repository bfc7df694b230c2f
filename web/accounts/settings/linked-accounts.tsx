import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Unlink } from "lucide-react";
import { useState } from "react";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api, unlessGone } from "../../core/api.ts";
import { formatDay } from "../../core/calendar.ts";
import { herePath } from "../../core/link.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { accountAddresses } from "../../core/account-addresses.ts";
import { AccountPart } from "./account-part.tsx";
import { Section } from "./account-section.tsx";
import { identitiesQuery } from "../sign-in/identity-provider.ts";

type Identity = Answer<Calls["GET /api/account/identities"]>["linked"][number];

/** The linked provider accounts. Renders nothing if none is linked and none can be linked. */
export function LinkedAccounts() {
  const query = useQuery(identitiesQuery);
  const [unlinking, setUnlinking] = useState<Identity>();
  const { data, error } = query;
  const isShown = data ? data.linked.length > 0 || data.canLink !== null : error !== null;
  return (
    <>
      {isShown && (
        <Section title="Linked accounts" text="Accounts you have elsewhere and can log in with here.">
          <AccountPart query={query} label="Loading your linked accounts...">
            {({ linked, canLink }) => (
              <>
                <LinkedList linked={linked} onUnlink={setUnlinking} />
                {canLink && (
                  <a href={accountAddresses.link(canLink.slug, herePath())} className={buttonLook()}>
                    <Link2 aria-hidden="true" size={18} />
                    Link {canLink.name} Account
                  </a>
                )}
              </>
            )}
          </AccountPart>
        </Section>
      )}
      <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(undefined)} />
    </>
  );
}

function LinkedList({ linked, onUnlink }: { linked: readonly Identity[]; onUnlink: (identity: Identity) => void }) {
  if (linked.length === 0) return null;
  return (
    <ul className="grid w-full divide-y divide-line border-y border-line">
      {linked.map((identity) => (
        <li key={identity.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
          <div className="grid min-w-0 gap-0.5">
            <span className="font-semibold wrap-anywhere">{identity.provider}</span>
            {identity.email !== null && <span className="wrap-anywhere">{identity.email}</span>}
            <span className="text-sm text-soft">
              Linked on {formatDay(identity.linkedAt)}
              {identity.opensPhotos && ", with its photos"}
            </span>
          </div>
          <Button size="sm" icon={<Unlink aria-hidden="true" size={18} />} onClick={() => onUnlink(identity)}>
            Unlink <span className="sr-only">{identity.provider}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The list does not contain this dialog: the unlinked row disappears, and the dialog must still move the focus. */
function UnlinkDialog({ identity, onClose }: { identity: Identity | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutateAsync: unlink } = useMutation({
    mutationFn: (id: string) => api("DELETE /api/account/identities/:id", { params: { id } }).catch(unlessGone),
  });
  const name = identity?.provider ?? "this account";
  return (
    <ConfirmDialog
      open={identity !== undefined}
      onOpenChange={onClose}
      title={`Unlink ${name}?`}
      text={`You cannot log in with ${name} any more. Photos that you imported stay.`}
      action="Unlink"
      busyLabel="Unlinking..."
      onConfirm={async () => {
        if (!identity) return;
        await unlink(identity.id);
        toast({ title: `${name} Account Unlinked` });
        await queries.invalidateQueries({ queryKey: identitiesQuery.queryKey });
      }}
    />
  );
}
