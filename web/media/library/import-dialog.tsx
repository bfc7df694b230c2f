import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { maxPickedItems } from "#contract/library.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { Calls } from "#contract/calls.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { type MediaScope, configQuery } from "../queries.ts";
import { FailedImports } from "./failed-imports.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { Preview } from "./preview.tsx";
import { importsQuery, isUnfinished, refreshLibrary, resyncQuery } from "./queries.ts";
import { Start } from "./start.tsx";
import { missingAccess, tellAccess } from "./tell-access.ts";
import { usePicking } from "./use-picking.ts";
import { useWatch } from "./use-watch.ts";
import { useViewer } from "../../core/viewer.ts";
import { ButtonLink, herePath, paths, serverPaths } from "../../core/link.tsx";
import { accountAddresses } from "../../core/account-addresses.ts";
import { Button, buttonLook } from "../../ui/button.tsx";

/**
 * Imports from Google Photos: connect the account, pick in Google's own window, check the selection, watch the progress. The import goes on
 * when the dialog is closed.
 */
export function ImportDialog(props: DialogState & { scope: MediaScope }) {
  const isSeat = useViewer()?.isSeat === true;
  if (!isSeat) return <LibraryDialog {...props} />;
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="Google Photos">
      <div className="grid justify-items-start gap-3">
        <p>Keep your seat, and you can bring photos from Google Photos.</p>
        <ButtonLink to={paths.account} look="primary">
          Keep My Seat
        </ButtonLink>
      </div>
    </Dialog>
  );
}

function LibraryDialog({ scope, open, onOpenChange }: DialogState & { scope: MediaScope }) {
  const client = useQueryClient();
  const { data: config } = useQuery({ ...configQuery, enabled: open });
  const resync = useQuery({ ...resyncQuery(scope), enabled: open });
  const imports = useQuery({
    ...importsQuery(scope),
    // A running import is watched to its end.
    enabled: ({ state }) => open || state.data?.some(isUnfinished) === true,
  });
  /** The imports that began in this dialog. */
  const [followed, setFollowed] = useState<ReadonlySet<string>>();
  const { step, choose, begin, clear } = usePicking(scope);
  useWatch(imports.data, () => void refreshLibrary(client));

  const failure = resync.error;
  useEffect(() => {
    if (!failure || tellAccess(failure)) return;
    toast({ title: "Sync Check Failed", text: sentenceOf(failure), look: "danger" });
  }, [failure]);

  const all = imports.data ?? [];
  const rows = followed ? all.filter((one) => followed.has(one.id) || isUnfinished(one)) : all;
  const isComing = rows.some(isUnfinished);
  const showsProgress =
    step.kind !== "picking" && step.kind !== "reading" && rows.length > 0 && (isComing || followed !== undefined);

  const close = () => {
    clear();
    setFollowed(undefined);
    onOpenChange(false);
  };
  const cancel = async () => {
    try {
      await api("DELETE /api/google-photos/import", { query: scope });
    } catch (error) {
      toast({ title: "Error", text: sentenceOf(error), look: "danger" });
    }
    await refreshLibrary(client);
  };

  const missing = step.kind === "access" ? step.missing : missingAccess(failure);
  const isUnlinked = missing === "link" && !isComing;
  const body = () => {
    if (missing === "login") return <LogIn />;
    if (isUnlinked) return <Connect config={config} />;
    if (step.kind === "preview")
      return <Preview preview={step} onCancel={clear} onImport={async () => setFollowed(await begin(step))} />;
    if (showsProgress)
      return (
        <ImportProgress
          imports={rows}
          onCancel={cancel}
          onDone={close}
          onMore={() => {
            setFollowed(undefined);
            choose();
          }}
        />
      );
    return (
      <Start step={step} isChecking={resync.isLoading} onChoose={choose} onCancel={clear}>
        {step.kind === "ready" && resync.data && resync.data.failed.length > 0 && (
          <FailedImports scope={scope} status={resync.data} />
        )}
      </Start>
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={isUnlinked ? "Google Photos Access Required" : "Google Photos"}
      text={
        isUnlinked
          ? "Connect your Google account to pick photos from it. We see what you pick, and nothing else."
          : `Up to ${maxPickedItems} photos and videos at a time, in full quality.`
      }
    >
      {body()}
    </Dialog>
  );
}

type Config = Answer<Calls["GET /api/public/config"]>;

/** Links to Google, where the person connects the account. Google leads back to this dialog. */
const Connect = ({ config }: { config: Config | undefined }) => (
  <div className="grid justify-items-center gap-4 py-4">
    {config?.identityProvider && (
      <a
        href={accountAddresses.link(config.identityProvider.slug, herePath(), "photos")}
        className={buttonLook("primary")}
      >
        Connect
      </a>
    )}
  </div>
);

/** Asks for a new login after the session ended while the page was open. */
const LogIn = () => (
  <div role="alert" className="grid justify-items-center gap-4 py-4 text-center">
    <p>
      <span className="block font-bold">Authentication Required</span> Please log in to access Google Photos.
    </p>
    <div className="flex flex-wrap justify-center gap-3">
      <Button disabled>Google Photos (Login required)</Button>
      <a href={serverPaths.login(herePath())} className={buttonLook("primary")}>
        Log In
      </a>
    </div>
  </div>
);
