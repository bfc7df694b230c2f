import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { sentenceOf } from "../api.ts";
import { TextLink } from "../link.tsx";
import { usePageTitle } from "../page-title.ts";
import { paths, serverPaths } from "../paths.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useMe } from "../viewer.ts";
import { ChangePassword } from "./change-password.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";
import { accountQuery } from "./queries.ts";

const DeleteAccountDialog = onDemand(async () => (await import("./delete-account-dialog.tsx")).DeleteAccountDialog);

/** What only oneself sees of one's account: email, password, all one's data, and the way out. */
export function AccountPage() {
  usePageTitle("Your Account");
  const me = useMe();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="mx-auto grid max-w-3xl gap-8 px-4 py-8 sm:px-8">
      <PageHeader title="Your Account" text="Only you see this page." />
      <Section title="Email" text="You log in with it. Nobody else sees it.">
        <p className="text-lg font-semibold wrap-anywhere">{me.email}</p>
      </Section>
      <Section title="Password" text="Changing it logs you out everywhere else.">
        <Password />
      </Section>
      <LinkedAccounts />
      <Section
        title="Your data"
        text="One zip file: your profile, squads, trips, votes, likes and captions as JSON, and every photo and video you uploaded, as it was."
      >
        <a href={serverPaths.exportAccount} download className={buttonLook()}>
          <Download aria-hidden="true" size={18} />
          Export my data
        </a>
      </Section>
      <Section
        title="Leave for good"
        text="Your profile, votes, likes and memberships go. You decide about your photos."
      >
        <Button onClick={() => setDeleting(true)} {...DeleteAccountDialog.hint}>
          Delete my account
        </Button>
        <DeleteAccountDialog open={deleting} onOpenChange={setDeleting} />
      </Section>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-start gap-4 rounded-card border border-line bg-card p-5 shadow-soft sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id={id} className="title text-2xl">
          {title}
        </h2>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Password() {
  const { data: account, error, refetch, isFetching } = useQuery(accountQuery);
  if (account)
    return account.hasPassword ? (
      <ChangePassword />
    ) : (
      <p>
        You log in without one. <TextLink to={paths.resetPassword}>Have a link mailed</TextLink> to set one.
      </p>
    );
  if (error)
    return (
      <ErrorState
        title="This did not come through"
        text={sentenceOf(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  return (
    <Loading label="Loading your account..." className="grid w-full max-w-md gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
